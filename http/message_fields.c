/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The grammar of fields, a byte at a time (RFC 9112 5): a name, a colon
 * directly behind it, a value, CR LF. */

#include <stdio.h>
#include <string.h>

#include "core/error.h"
#include "http/message.h"
#include "http/message_parts.h"

enum {
	LINE, /* zero: where a section starts */
	NAME,
	VALUE,
	VALUE_LF,
	END_LF,
};

bool message_is_token(unsigned char c)
{
	if ((c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z'))
		return true;
	return c && strchr("!#$%&'*+-.^_`|~", c);
}

bool message_is_text(unsigned char c)
{
	return c == '\t' || (c >= ' ' && c != 0x7f);
}

int message_line_refuse(unsigned char c, struct error *e)
{
	return fail(e, ERR_BAD_REQUEST, "a line ends with %s instead of CR LF",
		c == '\n' ? "a bare LF" : "a bare CR");
}

static bool is_blank(unsigned char c)
{
	return c == ' ' || c == '\t';
}

static bool is_line_end(unsigned char c)
{
	return c == '\r' || c == '\n';
}

static void name_add(struct message_fields *fields, unsigned char c)
{
	if (fields->name_len < sizeof(fields->name))
		fields->name[fields->name_len] =
			(char)(c >= 'A' && c <= 'Z' ? c | 32 : c);
	fields->name_len++;
}

/* Fill *E: the line that is a field so far has WHAT. Returns -1. */
static int name_refuse(
	const struct message_fields *fields, const char *what, struct error *e)
{
	bool cut = fields->name_len > sizeof(fields->name);
	size_t len = cut ? sizeof(fields->name) : fields->name_len;

	return fail(e, ERR_BAD_REQUEST, "the field '%.*s%s' has %s", (int)len,
		fields->name, cut ? "..." : "", what);
}

static int line_step(
	struct message_fields *fields, unsigned char c, struct error *e)
{
	if (c == '\r') {
		fields->state = END_LF;
		return FIELDS_MORE;
	}
	if (c == '\n')
		return message_line_refuse(c, e);
	if (is_blank(c))
		return fail(e, ERR_BAD_REQUEST,
			"a line begins with white space: a field must be on "
			"one line");
	if (c == ':')
		return fail(e, ERR_BAD_REQUEST, "a field has no name");
	if (!message_is_token(c))
		return fail(e, ERR_BAD_REQUEST,
			"a field begins with the byte 0x%02x", c);
	fields->state = NAME;
	fields->count++;
	fields->name_len = 0;
	name_add(fields, c);
	return FIELDS_MORE;
}

static int name_step(
	struct message_fields *fields, unsigned char c, struct error *e)
{
	char what[40];

	if (message_is_token(c)) {
		name_add(fields, c);
		return FIELDS_MORE;
	}
	if (c == ':') {
		fields->state = VALUE;
		return FIELDS_MORE;
	}
	if (is_blank(c))
		return name_refuse(fields, "white space before its colon", e);
	if (is_line_end(c))
		return name_refuse(fields, "no colon", e);
	(void)snprintf(what, sizeof(what), "the byte 0x%02x in its name", c);
	return name_refuse(fields, what, e);
}

static int value_step(
	struct message_fields *fields, unsigned char c, struct error *e)
{
	char what[40];

	if (message_is_text(c))
		return FIELDS_MORE;
	if (c == '\r') {
		fields->state = VALUE_LF;
		return FIELDS_MORE;
	}
	if (c == '\n')
		return message_line_refuse(c, e);
	(void)snprintf(what, sizeof(what), "the byte 0x%02x in its value", c);
	return name_refuse(fields, what, e);
}

int message_fields(
	struct message_fields *fields, unsigned char c, struct error *e)
{
	switch (fields->state) {
	case LINE:
		return line_step(fields, c, e);
	case NAME:
		return name_step(fields, c, e);
	case VALUE:
		return value_step(fields, c, e);
	default:
		break;
	}
	if (c != '\n')
		return message_line_refuse('\r', e);
	if (fields->state == END_LF)
		return FIELDS_END;
	fields->state = LINE;
	return FIELDS_LINE;
}
