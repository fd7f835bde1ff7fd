/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * What single fields may say: those that frame a request, and those of which
 * two would let two readers disagree.
 *
 * To add a field: a name in the enum, a row in the table, a function when its
 * value matters, tests in tests/unit/message_test.c.
 */

#include <string.h>
#include <strings.h>

#include "core/error.h"
#include "http/message.h"
#include "http/message_parts.h"

/* Of what a client sent, an error message shows no more. */
#define QUOTE_MAX 32

#define COOKIES_MAX 100

enum {
	AUTHORIZATION,
	CONNECTION,
	CONTENT_ENCODING,
	CONTENT_LENGTH,
	CONTENT_TYPE,
	COOKIE,
	EXPECT,
	HOST,
	TRANSFER_ENCODING,
};

static bool seen(const struct message_head *head, unsigned rule)
{
	return head->place.seen >> rule & 1;
}

/* The LEN bytes at TEXT, fit for an error message, in OUT. */
static const char *quote(char out[QUOTE_MAX + 4], const char *text, size_t len)
{
	size_t shown = len < QUOTE_MAX ? len : QUOTE_MAX;

	memcpy(out, text, shown);
	for (size_t i = 0; i < shown; i++)
		if (text[i] < ' ' || text[i] > '~' || text[i] == '\'')
			out[i] = '?';
	memcpy(out + shown, "...", 4);
	if (shown == len)
		out[shown] = '\0';
	return out;
}

static bool is_word(const char *text, size_t len, const char *word)
{
	return strlen(word) == len && !strncasecmp(text, word, len);
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* The part of the LEN bytes at *TEXT that is not white space around it. */
static size_t trim(const char **text, size_t len)
{
	while (len && is_blank(**text)) {
		(*text)++;
		len--;
	}
	while (len && is_blank((*text)[len - 1]))
		len--;
	return len;
}

/* A list (RFC 9110 7.6.1). What else it names is between the client and
 * proxies. */
static int connection(struct message_head *head, const char *value, size_t len,
	struct error *e)
{
	(void)e;
	for (;;) {
		const char *comma = memchr(value, ',', len);
		const char *word = value;
		size_t word_len = comma ? (size_t)(comma - value) : len;
		size_t trimmed = trim(&word, word_len);

		head->close |= is_word(word, trimmed, "close");
		head->place.keep_alive |= is_word(word, trimmed, "keep-alive");
		if (!comma)
			return 0;
		value = comma + 1;
		len -= word_len + 1;
	}
}

static int content_encoding(struct message_head *head, const char *value,
	size_t len, struct error *e)
{
	char shown[QUOTE_MAX + 4];

	(void)head;
	if (is_word(value, len, "identity"))
		return 0;
	return fail(e, ERR_BAD_REQUEST,
		"Content-Encoding is '%s': a body must be sent as it is",
		quote(shown, value, len));
}

static int framed_twice(struct error *e)
{
	return fail(e, ERR_BAD_REQUEST,
		"Content-Length and Transfer-Encoding exclude each other");
}

static int content_length(struct message_head *head, const char *value,
	size_t len, struct error *e)
{
	char shown[QUOTE_MAX + 4];
	uint64_t length = 0;
	bool sound = len > 0 && len <= 19;

	if (seen(head, TRANSFER_ENCODING))
		return framed_twice(e);
	for (size_t i = 0; i < len && sound; i++) {
		sound = is_digit(value[i]);
		length = length * 10 + (uint64_t)(value[i] - '0');
	}
	if (!sound || length > INT64_MAX)
		return fail(e, ERR_BAD_REQUEST,
			"Content-Length is '%s', not a number of at most 19 "
			"digits and below 2^63",
			quote(shown, value, len));
	head->length = length;
	return 0;
}

/* Nobody here wants them, but libmicrohttpd keeps each, and hangs up without
 * room. */
static int cookie(struct message_head *head, const char *value, size_t len,
	struct error *e)
{
	size_t count = 1;

	(void)head;
	for (size_t i = 0; i < len; i++)
		count += value[i] == ';';
	return count > COOKIES_MAX
		       ? fail(e, ERR_HEADERS_TOO_LARGE, "more than %d cookies",
				 COOKIES_MAX)
		       : 0;
}

static int expect(struct message_head *head, const char *value, size_t len,
	struct error *e)
{
	char shown[QUOTE_MAX + 4];

	head->expect = is_word(value, len, "100-continue");
	if (head->expect)
		return 0;
	return fail(e, ERR_BAD_REQUEST,
		"Expect is '%s': nothing but '100-continue' can be expected",
		quote(shown, value, len));
}

/* May C stand in the name of a host? */
static bool is_host(char c)
{
	if (message_is_token((unsigned char)c))
		return !strchr("#^`|", c);
	return c && strchr("(),;=", c);
}

/* How many of the LEN bytes at VALUE are a name or an address (RFC 3986
 * 3.2.2). */
static size_t host_name(const char *value, size_t len)
{
	size_t at = 0;

	if (len && *value == '[') {
		at = 1 + strspn(value + 1, "0123456789abcdefABCDEF:.");
		return at > 2 && value[at] == ']' ? at + 1 : 0;
	}
	while (at < len && is_host(value[at]))
		at++;
	return at;
}

/* The value is followed by a CR, which ends every scan of it. An empty one is
 * what a client sends whose URI names no host. */
static int host(struct message_head *head, const char *value, size_t len,
	struct error *e)
{
	char shown[QUOTE_MAX + 4];
	size_t at = host_name(value, len);

	(void)head;
	if (at < len && value[at] == ':') {
		at++;
		while (at < len && is_digit(value[at]))
			at++;
	}
	if (at == len)
		return 0;
	return fail(e, ERR_BAD_REQUEST, "Host is '%s', no host and port",
		quote(shown, value, len));
}

static int transfer_encoding(struct message_head *head, const char *value,
	size_t len, struct error *e)
{
	char shown[QUOTE_MAX + 4];

	if (head->minor == 0)
		return fail(e, ERR_BAD_REQUEST,
			"HTTP/1.0 has no Transfer-Encoding");
	if (seen(head, CONTENT_LENGTH))
		return framed_twice(e);
	head->chunked = is_word(value, len, "chunked");
	if (head->chunked)
		return 0;
	return fail(e, ERR_BAD_REQUEST,
		"Transfer-Encoding is '%s': only 'chunked' is known here",
		quote(shown, value, len));
}

static const struct rule {
	const char *name; /* in lower case */
	const char *title;
	/* The value, without white space around it; NULL = any. */
	int (*judge)(struct message_head *head, const char *value, size_t len,
		struct error *e);
	bool again;   /* it may come more than once */
	bool tight;   /* no white space may stand behind its value:
			 libmicrohttpd 0.9.75 takes it for part of it */
	bool trailer; /* it changes nothing when it comes as a trailer */
} rules[] = {
	[AUTHORIZATION] = {"authorization", "Authorization", .judge = NULL},
	[CONNECTION] = {"connection", "Connection", .judge = connection,
		.again = true},
	[CONTENT_ENCODING] = {"content-encoding", "Content-Encoding",
		.judge = content_encoding},
	[CONTENT_LENGTH] = {"content-length", "Content-Length",
		.judge = content_length, .tight = true},
	[CONTENT_TYPE] = {"content-type", "Content-Type", .trailer = true},
	[COOKIE] = {"cookie", "Cookie", .judge = cookie, .again = true,
		.trailer = true},
	[EXPECT] = {"expect", "Expect", .judge = expect, .tight = true},
	[HOST] = {"host", "Host", .judge = host},
	[TRANSFER_ENCODING] = {"transfer-encoding", "Transfer-Encoding",
		.judge = transfer_encoding, .tight = true},
};

#define RULES (sizeof(rules) / sizeof(rules[0]))

static bool is_name(const struct message_fields *fields, const char *name)
{
	return strlen(name) == fields->name_len &&
	       !memcmp(name, fields->name, fields->name_len);
}

/* The rule for the field whose name is in *FIELDS; RULES = there is none. */
static unsigned rule_find(const struct message_fields *fields)
{
	unsigned i = 0;

	while (i < RULES && !is_name(fields, rules[i].name))
		i++;
	return i;
}

int message_rules_field(struct message_head *head, const char *value,
	size_t len, struct error *e)
{
	unsigned rule = rule_find(&head->place.fields);

	if (rule == RULES)
		return 0;
	if (seen(head, rule) && !rules[rule].again)
		return fail(e, ERR_BAD_REQUEST, "%s comes twice",
			rules[rule].title);
	head->place.seen |= 1U << rule;
	if (rules[rule].tight && len && is_blank(value[len - 1]))
		return fail(e, ERR_BAD_REQUEST,
			"%s has white space behind its value",
			rules[rule].title);
	len = trim(&value, len);
	return rules[rule].judge ? rules[rule].judge(head, value, len, e) : 0;
}

int message_rules_head(struct message_head *head, struct error *e)
{
	if (head->minor == 1 && !seen(head, HOST))
		return fail(e, ERR_BAD_REQUEST,
			"an HTTP/1.1 request must have a Host");
	/* Who speaks HTTP/1.0 cannot read a 100 (RFC 9110 10.1.1). */
	head->expect &= head->minor == 1;
	/* RFC 9110 10.1.1 forbids it; libmicrohttpd 0.9.75 can hang over it. */
	if (head->expect && !head->chunked && !head->length)
		return fail(e, ERR_BAD_REQUEST,
			"Expect is '100-continue', but no body follows");
	head->close |= head->minor == 0 && !head->place.keep_alive;
	return 0;
}

int message_rules_trailer(const struct message_fields *fields, struct error *e)
{
	unsigned rule = rule_find(fields);

	if (rule == RULES || rules[rule].trailer)
		return 0;
	return fail(e, ERR_BAD_REQUEST, "%s must not come as a trailer",
		rules[rule].title);
}
