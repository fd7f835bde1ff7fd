/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* UTF-8 validation and repair. */

#include <string.h>

#include "core/utf8.h"
#include "tests/unit/tap.h"

#define FFFD "\xef\xbf\xbd"

struct sample {
	const char *name;
	const char *text;
	size_t valid;
	const char *repaired;
};

/* The maximal subparts are those of Unicode 3.9, tables 3-8 to 3-11. */
static const struct sample samples[] = {
	{"ASCII", "abc", 3, "abc"},
	{"two, three and four bytes", "\u00e9\u20ac\U0001f600", 9,
		"\u00e9\u20ac\U0001f600"},
	{"the last code point", "\xf4\x8f\xbf\xbf", 4, "\xf4\x8f\xbf\xbf"},
	{"O1: a lone byte",
		"a\xff"
		"b",
		1, "a" FFFD "b"},
	{"overlong forms (table 3-8)",
		"\xc0\xaf\xe0\x80\xbf\xf0\x81\x82"
		"A",
		0, FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD "A"},
	{"surrogates (table 3-9)",
		"\xed\xa0\x80\xed\xbf\xbf\xed\xaf"
		"A",
		0, FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD "A"},
	{"values over U+10FFFF (table 3-10)",
		"\xf4\x91\x92\x93\xff"
		"A\x80\xbf"
		"B",
		0, FFFD FFFD FFFD FFFD FFFD "A" FFFD FFFD "B"},
	{"cut sequences (table 3-11)",
		"\xe1\x80\xe2\xf0\x91\x92\xf1\xbf"
		"A",
		0, FFFD FFFD FFFD FFFD "A"},
	{"a cut character at the end", "ab\xf0\x9f\x98", 2, "ab" FFFD},
	{"a bad byte behind a long run", "0123456789abcdefghij\x80", 20,
		"0123456789abcdefghij" FFFD},
};

static void samples_test(void)
{
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
		const struct sample *s = &samples[i];
		size_t len = strlen(s->text);
		size_t held = 9;
		struct buf out = {0};

		tap_ok(utf8_valid(s->text, len) == s->valid, "valid: %s",
			s->name);
		tap_ok(!utf8_repair(s->text, len, true, &held, &out) &&
				held == 0 && !strcmp(out.data, s->repaired),
			"repair: %s", s->name);
		buf_free(&out);
	}
}

/* Every sample, cut at every place into two, comes out as it does whole. */
static void cut_test(void)
{
	bool same = true;

	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
		const struct sample *s = &samples[i];
		size_t len = strlen(s->text);

		for (size_t cut = 0; cut <= len; cut++) {
			struct buf out = {0};
			size_t held;

			same &= !utf8_repair(s->text, cut, false, &held, &out);
			same &= held <= 3;
			same &= !utf8_repair(s->text + cut - held,
				len - cut + held, true, &held, &out);
			same &= !strcmp(out.data, s->repaired);
			buf_free(&out);
		}
	}
	tap_ok(same, "a cut anywhere changes nothing");
}

static void held_test(void)
{
	struct buf out = {0};
	size_t held;

	tap_ok(!utf8_repair("\xf0\x9f", 2, false, &held, &out) && held == 2 &&
			out.len == 0,
		"O2: the head of a character is held");
	tap_ok(!utf8_repair("a\xf0\x80", 3, false, &held, &out) && held == 0,
		"what can become no character is not held");
	buf_free(&out);
	tap_ok(!utf8_repair("a\0b\xff", 4, true, &held, &out) && out.len == 6 &&
			!memcmp(out.data, "a\0b" FFFD, 6),
		"NUL is a character like any other");
	buf_free(&out);
}

int main(void)
{
	samples_test();
	cut_test();
	held_test();
	return tap_done();
}
