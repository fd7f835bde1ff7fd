/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Values of a request's members, each read or refused with its place. */

#include <string.h>

#include "core/error.h"
#include "core/request_parts.h"
#include "core/request_value.h"

int value_refuse(const struct member *m, const char *wanted, struct error *e)
{
	static const char *const word[] = {
		[JSON_NULL] = "null",
		[JSON_BOOLEAN] = "a boolean",
		[JSON_INTEGER] = "an integer",
		[JSON_FRACTION] = "a number with a fraction",
		[JSON_STRING] = "a string",
		[JSON_ARRAY] = "an array",
		[JSON_OBJECT] = "an object",
	};

	return fail_at(e, ERR_INVALID_TYPE, m->path, "'%s' must be %s, not %s",
		m->path, wanted, word[json_span_kind(&m->value)]);
}

int value_missing(const struct member *m, struct error *e)
{
	return fail_at(
		e, ERR_MISSING_PARAMETER, m->path, "'%s' is missing", m->path);
}

int value_boolean(const struct member *m, bool *out, struct error *e)
{
	if (json_span_kind(&m->value) != JSON_BOOLEAN)
		return value_refuse(m, "true or false", e);
	*out = json_span_true(&m->value);
	return 0;
}

int value_text(const struct member *m, struct buf *out, struct error *e)
{
	if (json_span_kind(&m->value) != JSON_STRING)
		return value_refuse(m, "a string", e);
	return json_span_string(&m->value, out) ? fail_memory(e) : 0;
}

char *value_string(const struct member *m, struct error *e)
{
	autobuf struct buf text = {0};

	if (value_text(m, &text, e))
		return NULL;
	if (strlen(text.data) == text.len)
		return steal(&text.data);
	fail_at(e, ERR_INVALID_VALUE, m->path, "'%s' must not hold U+0000",
		m->path);
	return NULL;
}
