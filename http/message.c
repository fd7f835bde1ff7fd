/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The head of a request, as a machine that takes a byte at a time: the request
 * line here, the fields by message_fields.c, what they say by message_rules.c.
 * A head that comes in pieces costs no more than one that comes whole, and the
 * first byte that is wrong is the last that is waited for.
 */

#include <string.h>

#include "core/error.h"
#include "http/message.h"
#include "http/message_parts.h"

#define METHOD_MAX 32
#define TARGET_MAX 8192
#define FIELDS_MAX 100
/* In the query. */
#define ARGUMENTS_MAX 100

enum {
	START, /* zero: where a head starts */
	EMPTY_LF,
	METHOD,
	TARGET,
	VERSION,
	VERSION_LF,
	FIELDS,
};

/* Methods after which no HTTP/1 request follows. */
static const struct {
	const char *name;
	const char *why;
} methods_refused[] = {
	{"CONNECT", "CONNECT is for proxies, and this is none"},
	{"PRI", "HTTP/2 is not spoken here; use HTTP/1.1"},
};

static bool is_word(const char *text, size_t len, const char *word)
{
	return strlen(word) == len && !memcmp(text, word, len);
}

/* Begin STATE with the next byte. */
static int enter(struct message_head *head, unsigned state)
{
	head->place.state = state;
	head->place.from = head->place.at + 1;
	return 0;
}

static int start_step(
	struct message_head *head, unsigned char c, struct error *e)
{
	if (message_is_token(c)) {
		head->place.state = METHOD;
		return 0;
	}
	/* Some clients send one behind a body (RFC 9112 2.2). */
	if (c == '\r' && head->place.at == 0)
		return enter(head, EMPTY_LF);
	if (c == '\r')
		return fail(e, ERR_BAD_REQUEST,
			"more than one empty line before the request");
	if (c == '\n')
		return message_line_refuse(c, e);
	if (c == 0x16)
		return fail(e, ERR_BAD_REQUEST,
			"TLS is not spoken here: use http://, or put a proxy "
			"before it that does");
	return fail(e, ERR_BAD_REQUEST,
		"the byte 0x%02x where a method is wanted", c);
}

static int method_end(
	struct message_head *head, const char *data, struct error *e)
{
	const char *method = data + head->place.from;
	size_t len = head->place.at - head->place.from;

	for (size_t i = 0;
		i < sizeof(methods_refused) / sizeof(methods_refused[0]); i++)
		if (is_word(method, len, methods_refused[i].name))
			return fail(e, ERR_BAD_REQUEST, "%s",
				methods_refused[i].why);
	head->place.options = is_word(method, len, "OPTIONS");
	return enter(head, TARGET);
}

static int method_step(
	struct message_head *head, const char *data, struct error *e)
{
	unsigned char c = (unsigned char)data[head->place.at];

	if (c == ' ')
		return method_end(head, data, e);
	if (c == '\r' || c == '\n')
		return fail(e, ERR_BAD_REQUEST,
			"the request line ends behind the method");
	if (!message_is_token(c))
		return fail(
			e, ERR_BAD_REQUEST, "the byte 0x%02x in the method", c);
	if (head->place.at - head->place.from == METHOD_MAX)
		return fail(e, ERR_BAD_REQUEST,
			"the method is longer than %d bytes", METHOD_MAX);
	return 0;
}

/* C is to be the first byte of the target. */
static int target_start(
	const struct message_head *head, unsigned char c, struct error *e)
{
	if (c == '/' || (c == '*' && head->place.options))
		return 0;
	if (c == '*')
		return fail(e, ERR_BAD_REQUEST,
			"the request target '*' is for OPTIONS alone");
	if (c == ' ')
		return fail(e, ERR_BAD_REQUEST,
			"two spaces where the request target is wanted");
	return fail(e, ERR_BAD_REQUEST,
		"the request target must be a path that begins with '/', not "
		"a URL or a host: this is no proxy");
}

static int target_end(
	struct message_head *head, const char *data, struct error *e)
{
	const char *target = data + head->place.from;
	size_t len = head->place.at - head->place.from;

	/* Who decodes it into a C string reads another path than we do. */
	if (memmem(target, len, "%00", 3))
		return fail(e, ERR_BAD_REQUEST, "%%00 in the request target");
	return enter(head, VERSION);
}

static int target_step(
	struct message_head *head, const char *data, struct error *e)
{
	unsigned char c = (unsigned char)data[head->place.at];
	size_t len = head->place.at - head->place.from;

	if (c == '\r' || c == '\n')
		return fail(e, ERR_BAD_REQUEST,
			"the request line has no version: HTTP/1.1 is spoken "
			"here");
	if (c < ' ' || c >= 0x7f)
		return fail(e, ERR_BAD_REQUEST,
			"the byte 0x%02x in the request target", c);
	if (len == 0)
		return target_start(head, c, e);
	if (c == ' ')
		return target_end(head, data, e);
	if (data[head->place.from] == '*')
		return fail(e, ERR_BAD_REQUEST,
			"the request target begins with '*' and goes on");
	if (len == TARGET_MAX)
		return fail(e, ERR_HEADERS_TOO_LARGE,
			"the request target is longer than %d bytes",
			TARGET_MAX);
	head->place.arguments += c == '&';
	/* Libmicrohttpd 0.9.75 keeps each, and can hang without room. */
	if (head->place.arguments == ARGUMENTS_MAX)
		return fail(e, ERR_HEADERS_TOO_LARGE,
			"the request target has more than %d arguments",
			ARGUMENTS_MAX);
	return 0;
}

static int version_step(
	struct message_head *head, unsigned char c, struct error *e)
{
	static const char start[] = "HTTP/1.";
	size_t len = head->place.at - head->place.from;

	if (len < strlen(start) && c == (unsigned char)start[len])
		return 0;
	if (len == strlen(start) && (c == '0' || c == '1')) {
		head->minor = c - '0';
		return 0;
	}
	if (len > strlen(start) && c == '\r')
		return enter(head, VERSION_LF);
	if (len > strlen(start) && c == '\n')
		return message_line_refuse(c, e);
	return fail(e, ERR_BAD_REQUEST,
		"the request line must end with one space and HTTP/1.1 or "
		"HTTP/1.0");
}

static int field_step(
	struct message_head *head, const char *data, struct error *e)
{
	struct message_place *place = &head->place;
	int got = message_fields(
		&place->fields, (unsigned char)data[place->at], e);
	size_t value = place->from + place->fields.name_len + 1;

	if (got < 0)
		return -1;
	if (place->fields.count > FIELDS_MAX)
		return fail(e, ERR_HEADERS_TOO_LARGE, "more than %d fields",
			FIELDS_MAX);
	if (got == FIELDS_END)
		return message_rules_head(head, e) ? -1 : 1;
	if (got == FIELDS_MORE)
		return 0;
	if (message_rules_field(head, data + value, place->at - 1 - value, e))
		return -1;
	return enter(head, FIELDS);
}

/* Judge the byte of DATA that HEAD has come to. 0; 1: it is the last of the
 * head; -1 with *E. */
static int step(struct message_head *head, const char *data, struct error *e)
{
	unsigned char c = (unsigned char)data[head->place.at];

	switch (head->place.state) {
	case START:
		return start_step(head, c, e);
	case METHOD:
		return method_step(head, data, e);
	case TARGET:
		return target_step(head, data, e);
	case VERSION:
		return version_step(head, c, e);
	case FIELDS:
		return field_step(head, data, e);
	default:
		break;
	}
	if (c != '\n')
		return message_line_refuse('\r', e);
	return enter(head, head->place.state == EMPTY_LF ? START : FIELDS);
}

int message_head(const char *data, size_t len, struct message_head *head,
	struct error *e)
{
	struct message_place *place = &head->place;

	if (!place->at)
		*head = (struct message_head){0};
	while (place->at < len && place->at < MESSAGE_HEAD_MAX) {
		int got = step(head, data, e);

		if (got < 0)
			return -1;
		place->at++;
		if (got) {
			head->len = place->at;
			*place = (struct message_place){0};
			return 1;
		}
	}
	if (place->at == MESSAGE_HEAD_MAX)
		return fail(e, ERR_HEADERS_TOO_LARGE,
			"the head is longer than %d bytes", MESSAGE_HEAD_MAX);
	return 0;
}
