/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Heads of requests: what is refused, why, and at which byte. */

#include <string.h>

#include "core/error.h"
#include "tests/unit/message_fixture.h"
#include "tests/unit/tap.h"

static bool same_error(const struct error *a, const struct error *b)
{
	return a->kind == b->kind && !strcmp(a->message, b->message);
}

/* A head up to the byte at which it is refused. */
struct refused {
	const char *name;
	const char *raw;
	size_t len;
	const char *message; /* a part of it */
};

static const struct refused refused[] = {
	{"P12: TLS", BYTES("\x16"), "TLS"},
	{"NUL", BYTES("\0"), "0x00"},
	{"a space before it", BYTES(" "), "0x20"},
	{"a bare LF before it", BYTES("\n"), "a bare LF"},
	{"a bare CR before it", BYTES("\rG"), "a bare CR"},
	{"two empty lines before it", BYTES("\r\n\r"), "one empty line"},
	{"P12: HTTP/2", BYTES("PRI "), "HTTP/2"},
	{"CONNECT", BYTES("CONNECT "), "prox"},
	{"a byte no method has", BYTES("GET:"), "0x3a in the method"},
	{"a tab behind the method", BYTES("GET\t"), "0x09 in the method"},
	{"a method of 33 bytes", BYTES(TEN TEN TEN "abc"), "32 bytes"},
	{"the same behind an empty line", BYTES("\r\n" TEN TEN TEN "abc"),
		"32 bytes"},
	{"a method alone", BYTES("GET\r"), "behind the method"},
	{"a method alone, LF", BYTES("GET\n"), "behind the method"},
	{"two spaces", BYTES("GET  "), "two spaces"},
	{"an absolute URL", BYTES("GET h"), "must be a path"},
	{"a relative path", BYTES("GET ?"), "must be a path"},
	{"* but no OPTIONS", BYTES("GET *"), "OPTIONS alone"},
	{"* and more", BYTES("OPTIONS *a"), "goes on"},
	{"a control in the target", BYTES("GET /\x1f"), "0x1f"},
	{"a tab in the target", BYTES("GET /\t"), "0x09"},
	{"DEL in the target", BYTES("GET /\x7f"), "0x7f"},
	{"UTF-8 in the target", BYTES("GET /\xc3"), "0xc3"},
	{"NUL in the target", BYTES("GET /\0"), "0x00"},
	{"%00 in the target", BYTES("GET /a%00b "), "%00"},
	{"P12: HTTP/0.9", BYTES("GET /\r"), "no version"},
	{"HTTP/0.9, LF", BYTES("GET /\n"), "no version"},
	{"HTTP/0.9 by name", BYTES("GET / HTTP/0"), "HTTP/1.1 or"},
	{"HTTP/1.2", BYTES("GET / HTTP/1.2"), "HTTP/1.1 or"},
	{"HTTP/1.11", BYTES("GET / HTTP/1.11"), "HTTP/1.1 or"},
	{"HTTP/2.0", BYTES("GET / HTTP/2"), "HTTP/1.1 or"},
	{"http/1.1", BYTES("GET / h"), "HTTP/1.1 or"},
	{"HTTP/1", BYTES("GET / HTTP/1\r"), "HTTP/1.1 or"},
	{"HTTP/1.", BYTES("GET / HTTP/1.\r"), "HTTP/1.1 or"},
	{"HTTP/1., LF", BYTES("GET / HTTP/1.\n"), "HTTP/1.1 or"},
	{"HTTP/1., NUL", BYTES("GET / HTTP/1.\0"), "HTTP/1.1 or"},
	{"a space behind the version", BYTES("GET / HTTP/1.1 "), "HTTP/1.1 or"},
	{"two spaces before the version", BYTES("GET /  "), "one space"},
	{"a bare LF behind the version", BYTES("GET / HTTP/1.1\n"), "bare LF"},
	{"a bare CR behind the version", BYTES("GET / HTTP/1.1\rH"), "bare CR"},

	{"a space before the first field", BYTES(LINE " "), "white space"},
	{"a folded field", BYTES(GET "a: b\r\n "), "white space"},
	{"a field folded with a tab", BYTES(GET "a: b\r\n\t"), "white space"},
	{"a field without a name", BYTES(GET ":"), "no name"},
	{"a name that begins with no token", BYTES(GET "@"), "0x40"},
	{"a space before the colon", BYTES(GET "Abc "), "'abc' has white"},
	{"a tab before the colon", BYTES(GET "Abc\t"), "'abc' has white"},
	{"NUL in a name", BYTES(GET "a\0"), "'a' has the byte 0x00"},
	{"UTF-8 in a name", BYTES(GET "a\xc3"), "'a' has the byte 0xc3"},
	{"no colon", BYTES(GET "abc\r"), "'abc' has no colon"},
	{"no colon, LF", BYTES(GET "abc\n"), "'abc' has no colon"},
	{"a name is shown in lower case", BYTES(GET "A_9-Z "), "'a_9-z' has"},
	{"a name of 20 bytes", BYTES(GET TEN TEN " "), "'" TEN TEN "' has"},
	{"a long name", BYTES(GET TEN TEN "abc "), "'" TEN TEN "...' has"},
	{"NUL in a value", BYTES(GET "a: b\0"), "0x00 in its value"},
	{"a control in a value", BYTES(GET "a: b\x1b"), "0x1b in its value"},
	{"DEL in a value", BYTES(GET "a: b\x7f"), "0x7f in its value"},
	{"a bare LF behind a value", BYTES(GET "a: b\n"), "bare LF"},
	{"a bare CR behind a value", BYTES(GET "a: b\rc"), "bare CR"},
	{"two CR behind a value", BYTES(GET "a: b\r\r"), "bare CR"},
	{"a bare LF at the end", BYTES(GET "\n"), "bare LF"},
	{"a bare CR at the end", BYTES(GET "\rG"), "bare CR"},

	{"P22: no Host", BYTES(LINE "\r\n"), "must have a Host"},
	{"P22: two Host", BYTES(GET "Host: h\r\n"), "Host comes twice"},
	{"two Host on HTTP/1.0", BYTES(OLD "Host: h\r\nhost: h\r\n"),
		"Host comes twice"},
	{"a Host with a user", BYTES(LINE "Host: a@b\r\n"), "'a@b'"},
	{"a Host with a path", BYTES(LINE "Host: a/b\r\n"), "'a/b'"},
	{"a Host with a blank", BYTES(LINE "Host: a b\r\n"), "'a b'"},
	{"a Host with a quote", BYTES(LINE "Host: a\"b\r\n"), "'a\"b'"},
	{"a Host with UTF-8", BYTES(LINE "Host: \xc3\xa9\r\n"), "'\?\?'"},
	{"a Host with ^", BYTES(LINE "Host: a^\r\n"), "'a^'"},
	{"a port that is none", BYTES(LINE "Host: a:b\r\n"), "'a:b'"},
	{"two ports", BYTES(LINE "Host: a:1:2\r\n"), "'a:1:2'"},
	{"half an address", BYTES(LINE "Host: [::1\r\n"), "'[::1'"},
	{"an address of nothing", BYTES(LINE "Host: []\r\n"), "'[]'"},
	{"an address of a colon", BYTES(LINE "Host: [:]\r\n"), "'[:]'"},
	{"more behind an address", BYTES(LINE "Host: [::1]a\r\n"), "'[::1]a'"},

	{"P6: two lengths",
		BYTES(GET "Content-Length: 5\r\nContent-Length: 6\r\n"),
		"Content-Length comes twice"},
	{"P6: the same length twice",
		BYTES(GET "Content-Length: 5\r\ncontent-length: 5\r\n"),
		"Content-Length comes twice"},
	{"P6: a list", BYTES(GET "Content-Length: 5, 5\r\n"), "'5, 5'"},
	{"P6: a sign", BYTES(GET "Content-Length: +5\r\n"), "'+5'"},
	{"P6: negative", BYTES(GET "Content-Length: -1\r\n"), "'-1'"},
	{"P6: hex", BYTES(GET "Content-Length: 0x5\r\n"), "'0x5'"},
	{"P6: 20 digits", BYTES(GET "Content-Length: " TEN TEN "\r\n"),
		"'" TEN TEN "'"},
	{"2^63", BYTES(GET "Content-Length: 9223372036854775808\r\n"),
		"below 2^63"},
	{"no digits", BYTES(GET "Content-Length:\r\n"), "''"},
	{"two numbers", BYTES(GET "Content-Length: 4 2\r\n"), "'4 2'"},

	{"a space behind it", BYTES(GET "Content-Length: 5 \r\n"),
		"Content-Length has white space"},
	{"nothing but a space", BYTES(GET "Content-Length: \r\n"),
		"Content-Length has white space"},
	{"a tab behind chunked", BYTES(GET "Transfer-Encoding: chunked\t\r\n"),
		"Transfer-Encoding has white space"},
	{"a space behind Expect", BYTES(GET "Expect: 100-continue \r\n"),
		"Expect has white space"},
	{"Expect without a body", BYTES(GET "Expect: 100-continue\r\n\r\n"),
		"no body follows"},
	{"Expect with a body of nothing",
		BYTES(GET "Expect: 100-continue\r\nContent-Length: 0\r\n\r\n"),
		"no body follows"},

	{"P7: xchunked", BYTES(GET "Transfer-Encoding: xchunked\r\n"),
		"'xchunked'"},
	{"P7: chunkedx", BYTES(GET "Transfer-Encoding: chunkedx\r\n"),
		"'chunkedx'"},
	{"P7: a list", BYTES(GET "Transfer-Encoding: chunked, identity\r\n"),
		"'chunked, identity'"},
	{"gzip", BYTES(GET "Transfer-Encoding: gzip, chunked\r\n"), "'gzip, "},
	{"a parameter", BYTES(GET "Transfer-Encoding: chunked;a=b\r\n"),
		"'chunked;a=b'"},
	{"a quoted name", BYTES(GET "Transfer-Encoding: \"chunked\"\r\n"),
		"'\"chunked\"'"},
	{"empty", BYTES(GET "Transfer-Encoding:\r\n"), "''"},
	{"P7: chunked twice",
		BYTES(GET "Transfer-Encoding: chunked\r\n"
			  "Transfer-Encoding: chunked\r\n"),
		"Transfer-Encoding comes twice"},
	{"chunked on HTTP/1.0", BYTES(OLD "Transfer-Encoding: chunked\r\n"),
		"HTTP/1.0 has no"},
	{"a length, then chunked",
		BYTES(GET
			"Content-Length: 0\r\nTransfer-Encoding: chunked\r\n"),
		"exclude each other"},
	{"chunked, then a length",
		BYTES(GET
			"Transfer-Encoding: chunked\r\nContent-Length: 0\r\n"),
		"exclude each other"},

	{"P28: two Authorization",
		BYTES(GET "Authorization: Bearer a\r\n"
			  "authorization: Bearer a\r\n"),
		"Authorization comes twice"},
	{"two Content-Type",
		BYTES(GET "Content-Type: a/b\r\nContent-Type: a/b\r\n"),
		"Content-Type comes twice"},
	{"two Expect",
		BYTES(GET "Expect: 100-continue\r\nExpect: 100-continue\r\n"),
		"Expect comes twice"},
	{"another Expect", BYTES(GET "Expect: 200-ok\r\n"), "'200-ok'"},
	{"P27: gzip", BYTES(GET "Content-Encoding: gzip\r\n"), "'gzip'"},
	{"zstd behind identity",
		BYTES(GET "Content-Encoding: identity, zstd\r\n"),
		"'identity, zstd'"},
	{"what is shown of a value is short and clean",
		BYTES(GET "Content-Encoding: 'a\t~\xff" TEN TEN TEN TEN "\r\n"),
		"is '?a?~?" TEN TEN "0123456...': a body must"},
};

/* Nothing before the last byte is refused, and nothing behind it matters. */
static bool refused_there(
	const struct refused *r, const struct error *want, size_t cut)
{
	struct message_head head = {0};
	struct error e = {0};

	return !head_judge(r->raw, cut, &head, &e) &&
	       head_judge(r->raw, r->len, &head, &e) < 0 &&
	       same_error(&e, want);
}

static void refused_test(void)
{
	for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++) {
		const struct refused *r = &refused[i];
		struct message_head head = {0};
		struct error want = {0};
		struct error e = {0};
		char longer[512];
		bool pieces = true;

		tap_ok(head_judge(r->raw, r->len, &head, &want) < 0 &&
				want.kind == ERR_BAD_REQUEST &&
				strstr(want.message, r->message),
			"refused: %s: %s", r->name, want.message);
		for (size_t cut = 0; cut < r->len; cut++)
			pieces &= refused_there(r, &want, cut);
		head = (struct message_head){0};
		for (size_t len = 0; len < r->len; len++)
			pieces &= !head_judge(r->raw, len, &head, &e);
		pieces &= head_judge(r->raw, r->len, &head, &e) < 0 &&
			  same_error(&e, &want);
		memcpy(longer, r->raw, r->len);
		memcpy(longer + r->len, "\r\n\r\n", 4);
		head = (struct message_head){0};
		pieces &= head_judge(longer, r->len + 4, &head, &e) < 0 &&
			  same_error(&e, &want);
		tap_ok(pieces, "at that byte: %s", r->name);
	}
}

int main(void)
{
	refused_test();
	return tap_done();
}
