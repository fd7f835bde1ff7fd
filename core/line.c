/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Line by line through a text. */

#include "core/line.h"

size_t line_end(const char *text, size_t len, size_t at)
{
	while (at < len && text[at] != '\n' && text[at] != '\r')
		at++;
	return at;
}

size_t line_next(const char *text, size_t len, size_t at)
{
	at = line_end(text, len, at);
	if (at < len && text[at] == '\r')
		at++;
	else if (at < len)
		return at + 1;
	return at < len && text[at] == '\n' ? at + 1 : at;
}
