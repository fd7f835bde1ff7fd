/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* A line is checked as a whole, so what its body is read from is JSON. */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/batch_line.h"
#include "core/error.h"
#include "core/json_check.h"
#include "core/request_parts.h"
#include "core/request_value.h"

enum { CUSTOM_ID, METHOD, URL, BODY, MESSAGES, NAMES };

static const char *const names[] = {
	"custom_id", "method", "url", "body", "messages", NULL};

/* The string M must be one of A and B; absent will do. */
static int hold(
	const struct member *m, const char *a, const char *b, struct error *e)
{
	autofree char *text = NULL;

	if (!m->value.data)
		return 0;
	text = value_string(m, e);
	if (!text) /* NOLINT(clang-analyzer-unix.Malloc): autofree */
		return -1;
	if (!strcmp(text, a) || (b && !strcmp(text, b)))
		return 0;
	return fail_at(
		e, ERR_INVALID_VALUE, m->path, "'%s' must be '%s'", m->path, a);
}

static int make_id(
	int64_t number, const struct member *m, char **id, struct error *e)
{
	autobuf struct buf text = {0};

	if (m->value.data) {
		*id = value_string(m, e);
		return *id ? 0 : -1;
	}
	if (buf_printf(&text, "line-%" PRId64, number))
		return fail_memory(e);
	*id = steal(&text.data);
	return 0;
}

static int take_members(int64_t number, const struct member *object,
	struct batch_line *out, struct error *e)
{
	struct member value[NAMES] = {0};
	char other[NAME_SHOWN];

	if (members_find(object, names, value, other, e) ||
		make_id(number, &value[CUSTOM_ID], &out->custom_id, e))
		return -1;
	if (!value[BODY].value.data && value[MESSAGES].value.data) {
		out->body = object->value;
		return 0;
	}
	if (!value[BODY].value.data)
		return fail_at(e, ERR_MISSING_PARAMETER, "body",
			"'body' is missing: the chat request");
	if (json_span_kind(&value[BODY].value) != JSON_OBJECT)
		return value_refuse(&value[BODY], "an object", e);
	out->body = value[BODY].value;
	if (hold(&value[METHOD], "POST", NULL, e))
		return -1;
	return hold(
		&value[URL], "/v1/chat/completions", "/chat/completions", e);
}

int batch_line_read(int64_t number, const char *data, size_t len,
	struct batch_line *out, struct error *e)
{
	struct member object = {0};
	int status = json_check(data, len, &object.value, e);

	if (!status && *object.value.data != '{')
		status = fail(e, ERR_INVALID_TYPE,
			"a request must be a JSON object, which begins with "
			"'{'");
	if (!status)
		status = take_members(number, &object, out, e);
	return status ? wrap(e, "line %" PRId64, number) : 0;
}

void batch_line_free(struct batch_line *line)
{
	free(line->custom_id);
	*line = (struct batch_line){0};
}
