/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Heads of requests: what is taken, what is read from it, and the bounds. */

#include <string.h>

#include "core/error.h"
#include "tests/unit/message_fixture.h"
#include "tests/unit/tap.h"

/* Does HEAD say what WANT does, and is it LEN bytes? */
static bool same_head(const struct message_head *head,
	const struct message_head *want, size_t len)
{
	return head->len == len && head->minor == want->minor &&
	       head->chunked == want->chunked && head->length == want->length &&
	       head->close == want->close && head->expect == want->expect;
}

/* A head, and what is to be read from it. */
struct taken {
	const char *name;
	const char *raw;
	size_t len;
	struct message_head want;
};

static const struct taken taken[] = {
	{"HTTP/1.1", BYTES(GET "\r\n"), {.minor = 1}},
	{"HTTP/1.0, without a Host", BYTES("GET / HTTP/1.0\r\n\r\n"),
		{.close = true}},
	{"one empty line before it", BYTES("\r\n" GET "\r\n"), {.minor = 1}},
	{"P25: a method nobody knows", BYTES("post / HTTP/1.0\r\n\r\n"),
		{.close = true}},
	{"a method of 32 bytes", BYTES(TEN TEN TEN "ab / HTTP/1.0\r\n\r\n"),
		{.close = true}},
	{"all printable ASCII in a target",
		BYTES("GET /!\"#$%&'()*+,-./0:;<=>?@A[\\]^_`a{|}~ HTTP/1.0"
		      "\r\n\r\n"),
		{.close = true}},
	{"%01 in a target", BYTES("GET /%01 HTTP/1.0\r\n\r\n"),
		{.close = true}},
	{"OPTIONS *", BYTES("OPTIONS * HTTP/1.0\r\n\r\n"), {.close = true}},
	{"OPTIONS of a path", BYTES("OPTIONS /a HTTP/1.0\r\n\r\n"),
		{.close = true}},
	{"every byte of a token in a name",
		BYTES(GET "!#$%&'*+-.^_`|~09AZaz: v\r\n\r\n"), {.minor = 1}},
	{"tabs, spaces and high bytes in a value",
		BYTES(GET "a:\t \x80 \xff \t\r\n\r\n"), {.minor = 1}},
	{"an empty value", BYTES(GET "a:\r\n\r\n"), {.minor = 1}},
	{"a field twice that may be", BYTES(GET "a: 1\r\na: 2\r\n\r\n"),
		{.minor = 1}},
	{"a Host on HTTP/1.0", BYTES(OLD "Host: h\r\n\r\n"), {.close = true}},
	{"an empty Host", BYTES(LINE "Host:\r\n\r\n"), {.minor = 1}},
	{"a Host and a port", BYTES(LINE "host:a-b.example:8080 \r\n\r\n"),
		{.minor = 1}},
	{"a Host of no address", BYTES(LINE "Host: [::]\r\n\r\n"),
		{.minor = 1}},
	{"a Host and no port", BYTES(LINE "Host: [::1]:\r\n\r\n"),
		{.minor = 1}},
	{"a Host of all that a name may have",
		BYTES(LINE "Host: aZ09-._~!$&'()*+,;=%41\r\n\r\n"),
		{.minor = 1}},
	{"P9: names in any case",
		BYTES(LINE "HOST: h\r\ncontent-length: 7\r\n"
			   "AUTHORIZATION: bearer k\r\n\r\n"),
		{.minor = 1, .length = 7}},
	{"a name longer than any known",
		BYTES(GET "content-length-is-not-this: x\r\n\r\n"),
		{.minor = 1}},
	{"a name that begins as a known one",
		BYTES(GET "content-lengt: x\r\nhos: @\r\n\r\n"), {.minor = 1}},
	{"Content-Length 0", BYTES(GET "Content-Length: 0\r\n\r\n"),
		{.minor = 1}},
	{"white space before it", BYTES(GET "Content-Length:\t 42\r\n\r\n"),
		{.minor = 1, .length = 42}},
	{"2^63-1", BYTES(GET "Content-Length: 9223372036854775807\r\n\r\n"),
		{.minor = 1, .length = INT64_MAX}},
	{"19 digits", BYTES(GET "Content-Length: 0000000000000000003\r\n\r\n"),
		{.minor = 1, .length = 3}},
	{"chunked", BYTES(GET "Transfer-Encoding: chunked\r\n\r\n"),
		{.minor = 1, .chunked = true}},
	{"chunked, in any case",
		BYTES(GET "transfer-encoding: \tChUnKeD\r\n\r\n"),
		{.minor = 1, .chunked = true}},
	{"P10: no length", BYTES("POST / HTTP/1.1\r\nHost: h\r\n\r\n"),
		{.minor = 1}},
	{"close", BYTES(GET "Connection: close\r\n\r\n"),
		{.minor = 1, .close = true}},
	{"close in a list",
		BYTES(GET "Connection: a ,,\tCLOSE\t, keep-alive\r\n\r\n"),
		{.minor = 1, .close = true}},
	{"close in a second field",
		BYTES(GET "Connection: a\r\nConnection: close\r\n\r\n"),
		{.minor = 1, .close = true}},
	{"no close that only begins so",
		BYTES(GET "Connection: closed, enclose\r\n\r\n"), {.minor = 1}},
	{"an empty Connection", BYTES(GET "Connection:\r\n\r\n"), {.minor = 1}},
	{"keep-alive on HTTP/1.0", BYTES(OLD "Connection: Keep-Alive\r\n\r\n"),
		{.minor = 0}},
	{"keep-alive in a list", BYTES(OLD "Connection: keep-alive, a\r\n\r\n"),
		{.minor = 0}},
	{"close and keep-alive on HTTP/1.0",
		BYTES(OLD "Connection: keep-alive, close\r\n\r\n"),
		{.close = true}},
	{"P1: Expect",
		BYTES(GET "Expect: 100-Continue\r\nContent-Length: 9\r\n\r\n"),
		{.minor = 1, .length = 9, .expect = true}},
	{"Expect on HTTP/1.0 is nothing",
		BYTES(OLD "Expect: 100-continue\r\n\r\n"), {.close = true}},
	{"Upgrade is nothing",
		BYTES(GET "Connection: upgrade\r\nUpgrade: h2c\r\n\r\n"),
		{.minor = 1}},
	{"identity", BYTES(GET "Content-Encoding: Identity\r\n\r\n"),
		{.minor = 1}},
};

static void taken_test(void)
{
	for (size_t i = 0; i < sizeof(taken) / sizeof(*taken); i++) {
		const struct taken *t = &taken[i];
		struct message_head head = {0};
		struct error e = {0};
		bool pieces = true;

		tap_ok(head_judge(t->raw, t->len, &head, &e) == 1 &&
				same_head(&head, &t->want, t->len),
			"taken: %s%s%s", t->name, *e.message ? ": " : "",
			e.message);
		for (size_t cut = 0; cut < t->len; cut++) {
			head = (struct message_head){0};
			pieces &= !head_judge(t->raw, cut, &head, &e);
			pieces &= head_judge(t->raw, t->len, &head, &e) == 1;
			pieces &= same_head(&head, &t->want, t->len);
		}
		for (size_t len = 0; len < t->len; len++)
			pieces &= !head_judge(t->raw, len, &head, &e);
		pieces &= head_judge(t->raw, t->len, &head, &e) == 1 &&
			  same_head(&head, &t->want, t->len);
		tap_ok(pieces, "in pieces: %s", t->name);
	}
}

/* What is composed has the verdict WANT; -1 = ERR_HEADERS_TOO_LARGE, by the
 * last byte but LATE. */
static void bound_check(
	const char *name, const char *text, size_t len, int want, size_t late)
{
	struct message_head head = {0};
	struct message_head stepped = {0};
	struct error e = {0};
	int got = head_judge(text, len, &head, &e);
	bool ok = got == want;

	if (got < 0)
		ok &= e.kind == ERR_HEADERS_TOO_LARGE;
	else
		ok &= head.len == len;
	for (size_t i = 1; i < len - late; i++)
		ok &= !message_head(text, i, &stepped, &e);
	ok &= message_head(text, len - late, &stepped, &e) == want;
	tap_ok(ok, "P21: %s", name);
}

static void bounds_test(void)
{
	const size_t used = strlen(GET "a: \r\n\r\n");
	const char *text;
	size_t len;

	text = compose("GET /", 8191, "a", " HTTP/1.0\r\n\r\n", &len);
	bound_check("a target of 8 KiB", text, len, 1, 0);
	text = compose("GET /", 8192, "a", "", &len);
	bound_check("a longer one", text, len, -1, 0);
	text = compose("GET /?", 99, "&", " HTTP/1.0\r\n\r\n", &len);
	bound_check("100 arguments", text, len, 1, 0);
	text = compose("GET /?", 100, "&", "", &len);
	bound_check("101 arguments", text, len, -1, 0);
	text = compose(GET "cookie:", 99, ";", "\r\n\r\n", &len);
	bound_check("100 cookies", text, len, 1, 0);
	text = compose(GET "cookie:", 100, ";", "\r\n", &len);
	bound_check("101 cookies", text, len, -1, 0);
	text = compose(GET, 99, "a:\r\n", "\r\n", &len);
	bound_check("100 fields", text, len, 1, 0);
	text = compose(GET, 99, "a:\r\n", "a", &len);
	bound_check("101 fields", text, len, -1, 0);
	text = compose(
		GET "a: ", MESSAGE_HEAD_MAX - used, "b", "\r\n\r\n", &len);
	bound_check("a head of 32 KiB", text, len, 1, 0);
	text = compose(
		GET "a: ", MESSAGE_HEAD_MAX + 1 - used, "b", "\r\n\r\n", &len);
	bound_check("a longer one", text, len, -1, 1);
}

/* Does a head of BEFORE, the byte C and AFTER come whole? */
static bool takes(const char *before, int c, const char *after)
{
	struct message_head head = {0};
	struct error e = {0};
	char text[64];
	int len = snprintf(
		text, sizeof(text), "%s%c%s\r\n\r\n", before, c, after);

	return message_head(text, (size_t)len, &head, &e) == 1;
}

/* Every byte in every place, and the table of RFC 9110 5.6.2 once more. */
static void bytes_test(void)
{
	static const char token[] = "!#$%&'*+-.^_`|~0123456789"
				    "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "abcdefghijklmnopqrstuvwxyz";
	bool ok = true;

	for (int c = 0; c < 256; c++) {
		bool is_token = c && strchr(token, c);
		bool is_seen = c > ' ' && c < 0x7f;

		ok &= takes("a", c, "b / HTTP/1.0") == is_token;
		ok &= takes("GET /", c, " HTTP/1.0") == is_seen;
		ok &= takes("GET / HTTP/1.0\r\n", c, "b:c") == is_token;
		ok &= takes("GET / HTTP/1.0\r\na", c, ":c") ==
		      (is_token || c == ':');
		ok &= takes("GET / HTTP/1.0\r\na:b", c, "c") ==
		      (is_seen || c == ' ' || c == '\t' || c > 0x7f);
	}
	tap_ok(ok, "each byte stands where it may, and nowhere else");
}

static void sequence_test(void)
{
	static const char one[] = GET "Transfer-Encoding: chunked\r\n"
				      "Connection: close\r\n"
				      "Expect: 100-continue\r\n\r\n";
	static const char two[] = "\r\nGET / HTTP/1.0\r\n"
				  "Connection: keep-alive\r\n\r\n";
	char both[sizeof(one) + sizeof(two)];
	struct message_head head = {0};
	struct message_head want = {.minor = 0};
	struct error e = {0};

	(void)stpcpy(stpcpy(both, one), two);
	tap_ok(head_judge(both, strlen(both), &head, &e) == 1 &&
			head.len == strlen(one) && head.close && head.expect &&
			head.chunked,
		"P15: what follows a head is not looked at");
	tap_ok(head_judge(both + head.len, strlen(two), &head, &e) == 1 &&
			same_head(&head, &want, strlen(two)),
		"P16: nothing of it is left for the next");
}

int main(void)
{
	taken_test();
	bounds_test();
	bytes_test();
	sequence_test();
	return tap_done();
}
