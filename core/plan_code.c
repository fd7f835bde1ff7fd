/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Code as its program wants it in the script file. Line numbers stay. */

#include <string.h>
#include <strings.h>

#include "core/plan_parts.h"
#include "core/registry.h"

#define BOM "\xEF\xBB\xBF"

/* Does CODE open PHP itself? */
static bool has_tag(const char *code, size_t len)
{
	for (size_t i = 0; i + 3 <= len; i++)
		if (!strncmp(code + i, "<?=", 3) ||
			(i + 5 <= len && !strncasecmp(code + i, "<?php", 5)))
			return true;
	return false;
}

/* Append CODE without the CR of each CR LF. */
static int append_lines(const char *code, size_t len, struct buf *out)
{
	size_t from = 0;

	for (size_t i = 0; i + 1 < len; i++) {
		if (code[i] != '\r' || code[i + 1] != '\n')
			continue;
		if (buf_append(out, code + from, i - from))
			return -1;
		from = i + 1;
	}
	return buf_append(out, code + from, len - from);
}

int plan_code(
	const struct program *program, const struct buf *code, struct buf *out)
{
	const char *text = code->len ? code->data : "";
	size_t len = code->len;

	if (len >= strlen(BOM) && !memcmp(text, BOM, strlen(BOM))) {
		text += strlen(BOM);
		len -= strlen(BOM);
	}
	if (program->open_tag && !has_tag(text, len) &&
		buf_append(out, program->open_tag, strlen(program->open_tag)))
		return -1;
	if (program->strip_cr)
		return append_lines(text, len, out);
	return buf_append(out, text, len);
}
