/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * A validator of JSON that knows nothing but what may come next. The nesting
 * is one bit a level, so a hostile body costs neither stack nor memory.
 */

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "core/error.h"
#include "core/json_check.h"
#include "core/utf8.h"

/* What may come next, blanks aside. */
enum want {
	WANT_VALUE,
	WANT_VALUE_OR_END, /* behind '[' */
	WANT_NAME,
	WANT_NAME_OR_END, /* behind '{' */
	WANT_COLON,
	WANT_MORE, /* ',' or the end of the array or object */
	WANT_NOTHING,
};

struct text {
	const char *start;
	const char *at;
	const char *end;
	enum want want;
	int depth;
	uint64_t objects; /* a bit a level, innermost lowest: 1 = object */
	struct error *e;
};

static int bad(struct text *t, const char *where, const char *what)
{
	return fail(t->e, ERR_INVALID_JSON, "invalid JSON at byte %zu: %s",
		(size_t)(where - t->start), what);
}

static bool in_object(const struct text *t)
{
	return t->objects & 1;
}

static const char *wanted(const struct text *t)
{
	switch (t->want) {
	case WANT_VALUE:
		return "a value";
	case WANT_VALUE_OR_END:
		return "a value or ']'";
	case WANT_NAME:
		return "a member name in double quotes";
	case WANT_NAME_OR_END:
		return "a member name in double quotes or '}'";
	case WANT_COLON:
		return "':'";
	case WANT_MORE:
		return in_object(t) ? "',' or '}'" : "',' or ']'";
	case WANT_NOTHING:
		break;
	}
	return "nothing more";
}

/* The text does not go on as it should. */
static int unexpected(struct text *t)
{
	size_t at = (size_t)(t->at - t->start);
	unsigned char c;

	if (t->at == t->end)
		return fail(t->e, ERR_INVALID_JSON,
			"invalid JSON at byte %zu: wanted %s, but the text "
			"ends",
			at, wanted(t));
	c = (unsigned char)*t->at;
	if (c > 0x20 && c < 0x7f)
		return fail(t->e, ERR_INVALID_JSON,
			"invalid JSON at byte %zu: wanted %s, found '%c'", at,
			wanted(t), c);
	return fail(t->e, ERR_INVALID_JSON,
		"invalid JSON at byte %zu: wanted %s, found byte 0x%02x", at,
		wanted(t), c);
}

static void blanks_skip(struct text *t)
{
	while (t->at < t->end && (*t->at == ' ' || *t->at == '\n' ||
					 *t->at == '\r' || *t->at == '\t'))
		t->at++;
}

/* The value of the four hexadecimal digits at AT; -1 when they are not. */
static int hex4(const struct text *t, const char *at)
{
	int value = 0;

	if (t->end - at < 4)
		return -1;
	for (int i = 0; i < 4; i++) {
		char c = at[i];

		if (c >= '0' && c <= '9')
			value = value * 16 + c - '0';
		else if ((c | 32) >= 'a' && (c | 32) <= 'f')
			value = value * 16 + (c | 32) - 'a' + 10;
		else
			return -1;
	}
	return value;
}

/* Step over the \u escape at t->at, with its second half if it has one. */
static int unicode_escape(struct text *t)
{
	const char *start = t->at;
	int unit = hex4(t, start + 2);

	if (unit < 0)
		return bad(t, start, "\\u wants four hexadecimal digits");
	if (unit >= 0xdc00 && unit <= 0xdfff)
		return bad(t, start, "low surrogate without a high one before");
	t->at += 6;
	if (unit < 0xd800 || unit > 0xdbff)
		return 0;
	if (t->end - t->at < 6 || t->at[0] != '\\' || t->at[1] != 'u')
		return bad(t, start, "high surrogate without a low one behind");
	unit = hex4(t, t->at + 2);
	if (unit < 0)
		return bad(t, t->at, "\\u wants four hexadecimal digits");
	if (unit < 0xdc00 || unit > 0xdfff)
		return bad(t, start, "high surrogate without a low one behind");
	t->at += 6;
	return 0;
}

static int escape(struct text *t)
{
	static const char known[] = {'"', '\\', '/', 'b', 'f', 'n', 'r', 't'};

	if (t->end - t->at < 2)
		return bad(t, t->at, "the text ends within an escape");
	if (t->at[1] == 'u')
		return unicode_escape(t);
	if (!memchr(known, t->at[1], sizeof(known)))
		return bad(t, t->at, "unknown escape in a string");
	t->at += 2;
	return 0;
}

/* Step over the string that begins at t->at. Its UTF-8 is checked already. */
static int string(struct text *t)
{
	const char *start = t->at++;

	while (t->at < t->end) {
		unsigned char c = (unsigned char)*t->at;

		if (c == '"') {
			t->at++;
			return 0;
		}
		if (c == '\\') {
			if (escape(t))
				return -1;
		} else if (c < 0x20) {
			return bad(t, t->at,
				"control character in a string, where only an "
				"escape may stand");
		} else {
			t->at++;
		}
	}
	return bad(t, start, "a string begins that does not end");
}

/* Step over digits; false when there is none. */
static bool digits(struct text *t)
{
	const char *start = t->at;

	while (t->at < t->end && *t->at >= '0' && *t->at <= '9')
		t->at++;
	return t->at > start;
}

static bool step_over(struct text *t, const char *any_of)
{
	if (t->at == t->end || !*t->at || !strchr(any_of, *t->at))
		return false;
	t->at++;
	return true;
}

static int number(struct text *t)
{
	const char *first;

	step_over(t, "-");
	first = t->at;
	if (!digits(t))
		return bad(t, t->at, "'-' wants a digit behind it");
	if (*first == '0' && t->at - first > 1)
		return bad(t, first, "a number with a leading zero");
	if (step_over(t, ".") && !digits(t))
		return bad(t, t->at, "a decimal point wants a digit behind it");
	if (step_over(t, "eE")) {
		step_over(t, "+-");
		if (!digits(t))
			return bad(t, t->at, "an exponent wants a digit");
	}
	return 0;
}

static int word(struct text *t)
{
	static const char *const words[] = {"true", "false", "null"};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		size_t len = strlen(words[i]);

		if ((size_t)(t->end - t->at) >= len &&
			!memcmp(t->at, words[i], len)) {
			t->at += len;
			return 0;
		}
	}
	return bad(t, t->at, "a word, and not true, false or null");
}

/* A value has ended: what comes next depends on where it stood. */
static void value_end(struct text *t)
{
	t->want = t->depth ? WANT_MORE : WANT_NOTHING;
}

static int nest(struct text *t)
{
	bool object = *t->at == '{';

	if (t->depth == JSON_DEPTH_MAX)
		return bad(t, t->at, "nested too deep: more than 64 levels");
	t->objects = t->objects << 1 | object;
	t->depth++;
	t->at++;
	t->want = object ? WANT_NAME_OR_END : WANT_VALUE_OR_END;
	return 0;
}

static int unnest(struct text *t)
{
	t->objects >>= 1;
	t->depth--;
	t->at++;
	value_end(t);
	return 0;
}

static int value(struct text *t)
{
	char c = *t->at;
	int result;

	if (c == '{' || c == '[')
		return nest(t);
	if (c == ']' && t->want == WANT_VALUE_OR_END)
		return unnest(t);
	if (c == '"')
		result = string(t);
	else if (c == '-' || (c >= '0' && c <= '9'))
		result = number(t);
	else if ((c | 32) >= 'a' && (c | 32) <= 'z')
		result = word(t);
	else
		result = unexpected(t);
	value_end(t);
	return result;
}

static int name(struct text *t)
{
	if (*t->at == '}' && t->want == WANT_NAME_OR_END)
		return unnest(t);
	if (*t->at != '"')
		return unexpected(t);
	t->want = WANT_COLON;
	return string(t);
}

static int colon(struct text *t)
{
	if (*t->at != ':')
		return unexpected(t);
	t->at++;
	t->want = WANT_VALUE;
	return 0;
}

static int more(struct text *t)
{
	if (*t->at == (in_object(t) ? '}' : ']'))
		return unnest(t);
	if (*t->at != ',')
		return unexpected(t);
	t->at++;
	t->want = in_object(t) ? WANT_NAME : WANT_VALUE;
	return 0;
}

static int step(struct text *t)
{
	blanks_skip(t);
	if (t->at == t->end)
		return unexpected(t);
	switch (t->want) {
	case WANT_VALUE:
	case WANT_VALUE_OR_END:
		return value(t);
	case WANT_NAME:
	case WANT_NAME_OR_END:
		return name(t);
	case WANT_COLON:
		return colon(t);
	case WANT_MORE:
		return more(t);
	case WANT_NOTHING:
		break;
	}
	return 0;
}

int json_check(
	const char *json, size_t len, struct json_span *value, struct error *e)
{
	struct text t = {.start = json, .at = json, .end = json + len, .e = e};
	size_t valid = utf8_valid(json, len);

	if (valid < len)
		return bad(&t, json + valid, "invalid UTF-8");
	if (len >= 3 && !memcmp(json, "\xef\xbb\xbf", 3))
		t.at += 3;
	blanks_skip(&t);
	if (t.at == t.end)
		return bad(&t, t.at, "the text is empty");
	value->data = t.at;
	while (t.want != WANT_NOTHING)
		if (step(&t))
			return -1;
	value->len = (size_t)(t.at - value->data);
	blanks_skip(&t);
	if (t.at < t.end)
		return bad(&t, t.at, "more follows behind the value");
	return 0;
}
