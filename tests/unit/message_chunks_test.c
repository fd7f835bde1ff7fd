/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Chunked bodies: what is taken, what is refused, and at which byte. */

#include <string.h>

#include "core/error.h"
#include "tests/unit/message_fixture.h"
#include "tests/unit/tap.h"

#define END "0\r\n\r\n"

/* message_chunks() of a copy that has its LEN bytes and not one more. */
static int judge(struct message_chunks *chunks, const char *raw, size_t len,
	size_t *used, struct error *e)
{
	char *copy = message_copy(raw, len);
	int got = message_chunks(chunks, copy, len, used, e);

	free(copy);
	return got;
}

/* A body that comes in pieces: the first CUT bytes and the rest, or, when CUT
 * is 0, each byte alone. */
struct pieces {
	const char *raw;
	size_t len;
	size_t cut;
};

/* The same for each piece. *USED counts them all. */
static int pieces_judge(struct message_chunks *chunks,
	const struct pieces *pieces, size_t *used, struct error *e)
{
	size_t at = 0;
	int got = 0;

	while (!got && at < pieces->len) {
		size_t part = at ? pieces->len - at : pieces->cut;

		got = judge(chunks, pieces->raw + at, pieces->cut ? part : 1,
			used, e);
		at += *used;
	}
	*used = at;
	return got;
}

struct taken {
	const char *name;
	const char *raw;
	size_t len;
	uint64_t total;
};

static const struct taken taken[] = {
	{"nothing", BYTES(END), 0},
	{"a chunk", BYTES("5\r\nhello\r\n" END), 5},
	{"two chunks", BYTES("5\r\nhello\r\n6\r\n world\r\n" END), 11},
	{"P3: a size in hex",
		BYTES("A\r\n0123456789\r\n0B\r\nabcdefghijk\r\n" END), 21},
	{"a size of 9 and of f",
		BYTES("9\r\n012345678\r\nf\r\n012345678901234\r\n" END), 24},
	{"P3: in lower case", BYTES("a\r\n0123456789\r\n" END), 10},
	{"16 digits",
		BYTES("0000000000000001\r\na\r\n0000000000000000\r\n\r\n"), 1},
	{"any bytes in a chunk", BYTES("6\r\n\0\r\n\xff\n0\r\n" END), 6},
	{"P3: an extension", BYTES("1;a\r\nx\r\n0;b\r\n\r\n"), 1},
	{"extensions with values", BYTES("1; a=b;\tc=d;e\r\nx\r\n" END), 1},
	{"a quoted value",
		BYTES("1;a=\"\\\"\t b\\\\;\xff\";c=\"\"\r\nx\r\n" END), 1},
	{"P3: trailers", BYTES("0\r\nA: b\r\nContent-Type: c/d\r\n\r\n"), 0},
	{"a trailer twice", BYTES("0\r\nA: b\r\nA: b\r\n\r\n"), 0},
};

static void taken_test(void)
{
	for (size_t i = 0; i < sizeof(taken) / sizeof(*taken); i++) {
		const struct taken *t = &taken[i];
		struct message_chunks chunks = {0};
		struct error e = {0};
		char longer[128] = {0};
		struct pieces in = {longer, t->len + 3, 0};
		size_t used;
		bool pieces = true;

		memcpy(longer, t->raw, t->len);
		(void)stpcpy(longer + t->len, "GET");
		tap_ok(judge(&chunks, longer, t->len + 3, &used, &e) == 1 &&
				used == t->len && chunks.total == t->total,
			"taken: %s%s%s", t->name, *e.message ? ": " : "",
			e.message);
		for (size_t cut = 0; cut < t->len; cut++) {
			chunks = (struct message_chunks){0};
			in.cut = cut;
			pieces &= pieces_judge(&chunks, &in, &used, &e) == 1;
			pieces &= used == t->len && chunks.total == t->total;
			chunks = (struct message_chunks){0};
			pieces &= !judge(&chunks, t->raw, cut, &used, &e);
			pieces &= used == cut;
		}
		tap_ok(pieces, "in pieces: %s", t->name);
	}
}

/* A body up to the byte at which it is refused. */
struct refused {
	const char *name;
	const char *raw;
	size_t len;
	const char *message; /* a part of it */
};

static const struct refused refused[] = {
	{"P4: no size", BYTES("\r"), "0x0d where a chunk size"},
	{"P4: no hex", BYTES("g"), "0x67 where a chunk size"},
	{"a sign", BYTES("-"), "0x2d where"},
	{"0x", BYTES("0x"), "0x78 in the line"},
	{"an underscore", BYTES("1_"), "0x5f in the line"},
	{"a space before the size", BYTES(" "), "0x20 where"},
	{"a space behind the size", BYTES("1 "), "0x20 in the line"},
	{"a tab behind the size", BYTES("1\t"), "0x09 in the line"},
	{"17 digits", BYTES("00000000000000001"), "16 digits"},
	{"2^40+1", BYTES("10000000001"), "above 2^40"},
	{"P4: 2^64-1", BYTES("FFFFFFFFFFF"), "above 2^40"},
	{"a bare LF behind the size", BYTES("1\n"), "bare LF"},
	{"a bare CR behind the size", BYTES("1\r1"), "bare CR"},
	{"two CR behind the size", BYTES("1\r\r"), "bare CR"},
	{"an extension without a name", BYTES("1;\r"), "0x0d in a chunk ext"},
	{"an extension of a value", BYTES("1;="), "0x3d in a chunk ext"},
	{"an extension without a value", BYTES("1;a=\r"), "0x0d in a chunk"},
	{"a space behind an extension", BYTES("1;a "), "0x20 in the line"},
	{"a space before the value", BYTES("1;a= "), "0x20 in a chunk ext"},
	{"a bare LF in extensions", BYTES("1;a\n"), "bare LF"},
	{"a bare LF behind a value", BYTES("1;a=b\n"), "bare LF"},
	{"a bare CR behind a value", BYTES("1;a=b\rc"), "bare CR"},
	{"a bare LF behind a semicolon", BYTES("1;\n"), "0x0a in a chunk ext"},
	{"a control in an extension", BYTES("1;a\x01"), "0x01"},
	{"a control in a quoted value", BYTES("1;a=\"\x01"), "0x01"},
	{"a CR in a quoted value", BYTES("1;a=\"\r"), "0x0d"},
	{"a LF in a quoted value", BYTES("1;a=\"\n"), "0x0a"},
	{"a LF behind a backslash", BYTES("1;a=\"\\\n"), "0x0a"},
	{"more behind a quoted value", BYTES("1;a=\"\"b"), "0x62"},
	{"P4: a chunk longer than its size", BYTES("1\r\nab"), "0x62 where CR"},
	{"P4: a bare LF behind a chunk", BYTES("1\r\na\n"), "0x0a where CR"},
	{"P4: a bare CR behind a chunk", BYTES("1\r\na\r1"), "0x31 where CR"},
	{"no last chunk", BYTES("1\r\na\r\n\r"), "0x0d where a chunk size"},
	{"a bare LF at the end", BYTES("0\r\n\n"), "bare LF"},
	{"a bare CR at the end", BYTES("0\r\n\rG"), "bare CR"},
	{"a trailer without a colon", BYTES("0\r\nabc\r"), "no colon"},
	{"a folded trailer", BYTES("0\r\na: b\r\n "), "white space"},
	{"a control in a trailer", BYTES("0\r\na: b\0"), "0x00"},
	{"a bare LF behind a trailer", BYTES("0\r\na: b\n"), "bare LF"},
	{"a length as a trailer", BYTES("0\r\nContent-Length: 5\r\n"),
		"Content-Length must not"},
	{"chunked as a trailer", BYTES("0\r\nTransfer-Encoding: chunked\r\n"),
		"Transfer-Encoding must not"},
	{"a Host as a trailer", BYTES("0\r\na: b\r\nHOST: h\r\n"),
		"Host must not"},
	{"Authorization as a trailer", BYTES("0\r\nauthorization: a\r\n"),
		"Authorization must not"},
};

static void refused_test(void)
{
	for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++) {
		const struct refused *r = &refused[i];
		struct message_chunks chunks = {0};
		struct pieces in = {r->raw, r->len, 0};
		struct error want = {0};
		size_t used;
		bool pieces = true;

		tap_ok(judge(&chunks, r->raw, r->len, &used, &want) < 0 &&
				want.kind == ERR_BAD_REQUEST &&
				strstr(want.message, r->message),
			"refused: %s: %s", r->name, want.message);
		for (size_t cut = 0; cut < r->len; cut++) {
			struct error e = {0};

			chunks = (struct message_chunks){0};
			pieces &= !judge(&chunks, r->raw, cut, &used, &e);
			chunks = (struct message_chunks){0};
			in.cut = cut;
			pieces &= pieces_judge(&chunks, &in, &used, &e) < 0;
			pieces &= !strcmp(e.message, want.message);
		}
		tap_ok(pieces, "at that byte: %s", r->name);
	}
}

static void size_test(void)
{
	struct message_chunks chunks = {0};
	struct error e = {0};
	size_t used;

	tap_ok(!judge(&chunks, BYTES("10000000000\r\nabc"), &used, &e) &&
			used == 16 && chunks.total == 3,
		"a chunk of 2^40 bytes is not refused for its size");
}

/* What is composed is taken whole, or refused as KIND at its last byte. */
static void bound_check(
	const char *name, const char *text, size_t len, enum error_kind kind)
{
	struct message_chunks chunks = {0};
	struct pieces in = {text, len, 0};
	struct error e = {0};
	size_t used;
	int got = judge(&chunks, text, len, &used, &e);
	bool ok = got == (kind ? -1 : 1) && e.kind == kind;

	chunks = (struct message_chunks){0};
	got = pieces_judge(&chunks, &in, &used, &e);
	ok &= got == (kind ? -1 : 1) && used == len;
	tap_ok(ok, "%s", name);
}

static void bounds_test(void)
{
	const char *text;
	size_t len;

	text = compose("1;", 1020, "a", "\r\nx\r\n" END, &len);
	bound_check("a line of 1 KiB", text, len, ERR_NONE);
	text = compose("1;", 1021, "a", "\r\n", &len);
	bound_check("a longer one", text, len, ERR_BAD_REQUEST);
	text = compose("", 4096, "1;aaa\r\nx\r\n", END, &len);
	bound_check("16 KiB of extensions", text, len, ERR_NONE);
	text = compose("", 4096, "1;aaa\r\nx\r\n", "0;", &len);
	bound_check("more than that, a few a line", text, len, ERR_BAD_REQUEST);
	text = compose("0\r\na: ", 4089, "b", "\r\n\r\n", &len);
	bound_check("4 KiB of trailers", text, len, ERR_NONE);
	text = compose("0\r\na: ", 4090, "b", "\r\n\r\n", &len);
	bound_check("more than that", text, len, ERR_HEADERS_TOO_LARGE);
}

int main(void)
{
	taken_test();
	refused_test();
	size_test();
	bounds_test();
	return tap_done();
}
