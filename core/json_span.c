/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Walking over valid JSON. Nothing here looks for mistakes: json_check() has
 * been there before, so every string, array and object has an end.
 */

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <json-c/json.h>

#include "core/json_span.h"

static bool blank(char c)
{
	return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

static const char *blanks_skip(const char *at)
{
	while (blank(*at))
		at++;
	return at;
}

/* The byte behind the string that begins at AT. */
static const char *string_end(const char *at)
{
	for (at++; *at != '"'; at++)
		if (*at == '\\')
			at++;
	return at + 1;
}

/* The byte behind the array or object that begins at AT. */
static const char *nest_end(const char *at)
{
	int depth = 0;

	do {
		if (*at == '"') {
			at = string_end(at);
			continue;
		}
		if (*at == '{' || *at == '[')
			depth++;
		else if (*at == '}' || *at == ']')
			depth--;
		at++;
	} while (depth);
	return at;
}

/* The byte behind the value that begins at AT and stands in an array or
 * object, so that there is such a byte. */
static const char *value_end(const char *at)
{
	if (*at == '"')
		return string_end(at);
	if (*at == '{' || *at == '[')
		return nest_end(at);
	while (*at != ',' && *at != '}' && *at != ']' && !blank(*at))
		at++;
	return at;
}

/* The value at AT, which is in REST, into *VALUE; REST begins behind it. */
static void value_take(
	struct json_span *rest, const char *at, struct json_span *value)
{
	const char *end = rest->data + rest->len;

	value->data = at;
	rest->data = value_end(at);
	value->len = (size_t)(rest->data - at);
	rest->len = (size_t)(end - rest->data);
}

/* The byte where the next value or member of REST begins, or its end stands. */
static const char *next_begin(const struct json_span *rest)
{
	const char *at = blanks_skip(rest->data);

	return *at == '}' || *at == ']' ? at : blanks_skip(at + 1);
}

bool json_span_next(
	struct json_span *rest, struct json_span *name, struct json_span *value)
{
	const char *at = next_begin(rest);

	if (*at == '}')
		return false;
	value_take(rest, at, name);
	at = blanks_skip(rest->data); /* the colon */
	value_take(rest, blanks_skip(at + 1), value);
	return true;
}

bool json_span_item(struct json_span *rest, struct json_span *value)
{
	const char *at = next_begin(rest);

	if (*at == ']')
		return false;
	value_take(rest, at, value);
	return true;
}

enum json_kind json_span_kind(const struct json_span *span)
{
	if (!span->data || span->data[0] == 'n')
		return JSON_NULL;
	switch (span->data[0]) {
	case 't':
	case 'f':
		return JSON_BOOLEAN;
	case '"':
		return JSON_STRING;
	case '[':
		return JSON_ARRAY;
	case '{':
		return JSON_OBJECT;
	default:
		break;
	}
	for (size_t i = 0; i < span->len; i++)
		if (strchr(".eE", span->data[i]))
			return JSON_FRACTION;
	return JSON_INTEGER;
}

bool json_span_true(const struct json_span *span)
{
	return span->data[0] == 't';
}

int64_t json_span_integer(const struct json_span *span)
{
	/* Ends where SPAN does: what follows a value is no digit. */
	return strtoll(span->data, NULL, 10);
}

int json_span_string(const struct json_span *span, struct buf *out)
{
	struct json_tokener *tokener;
	struct json_object *value;
	int result = -1;

	if (!memchr(span->data, '\\', span->len))
		return buf_append(out, span->data + 1, span->len - 2);
	if (span->len >= INT_MAX)
		return -1;
	tokener = json_tokener_new_ex(2);
	if (!tokener)
		return -1;
	json_tokener_set_flags(tokener, JSON_TOKENER_STRICT);
	value = json_tokener_parse_ex(tokener, span->data, (int)span->len);
	if (value)
		result = buf_append(out, json_object_get_string(value),
			(size_t)json_object_get_string_len(value));
	json_object_put(value);
	json_tokener_free(tokener);
	return result;
}
