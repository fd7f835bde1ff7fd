/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* UTF-8 by the table of well-formed byte sequences (Unicode 3.9, table 3-7). */

#include <stdint.h>
#include <string.h>

#include "core/utf8.h"

#define REPLACEMENT "\xef\xbf\xbd"

/* The length of the character that LEAD begins; 0 = it begins none. */
static size_t length_of(unsigned char lead)
{
	if (lead < 0x80)
		return 1;
	if (lead < 0xc2)
		return 0;
	if (lead < 0xe0)
		return 2;
	if (lead < 0xf0)
		return 3;
	return lead < 0xf5 ? 4 : 0;
}

/* How many of the LEN bytes at S, at least 1, are one character or one maximal
 * subpart of none. *WHOLE is the length that the character has or would have;
 * 0 when the first byte begins none. */
static size_t take(const unsigned char *s, size_t len, size_t *whole)
{
	unsigned char low = s[0] == 0xe0 ? 0xa0 : s[0] == 0xf0 ? 0x90 : 0x80;
	unsigned char high = s[0] == 0xed ? 0x9f : s[0] == 0xf4 ? 0x8f : 0xbf;
	size_t i;

	*whole = length_of(s[0]);
	for (i = 1; i < *whole && i < len; i++) {
		if (s[i] < low || s[i] > high)
			break;
		low = 0x80;
		high = 0xbf;
	}
	return i;
}

/* How many bytes at S are ASCII; may stop early. Most text is nothing else,
 * and eight at a time is what makes large bodies cheap. */
static size_t ascii_run(const unsigned char *s, size_t len)
{
	size_t i = 0;
	uint64_t word;

	for (; i + sizeof(word) <= len; i += sizeof(word)) {
		memcpy(&word, s + i, sizeof(word));
		if (word & UINT64_C(0x8080808080808080))
			break;
	}
	while (i < len && s[i] < 0x80)
		i++;
	return i;
}

size_t utf8_valid(const char *text, size_t len)
{
	const unsigned char *s = (const unsigned char *)text;
	size_t at = 0;
	size_t whole;

	while (at < len) {
		if (s[at] < 0x80) {
			at += ascii_run(s + at, len - at);
			continue;
		}
		if (take(s + at, len - at, &whole) != whole)
			break;
		at += whole;
	}
	return at;
}

int utf8_repair(const char *text, size_t len, bool final, size_t *held_len,
	struct buf *out)
{
	size_t at = 0;

	*held_len = 0;
	while (at < len) {
		size_t good = utf8_valid(text + at, len - at);
		size_t whole;
		size_t part;

		if (buf_append(out, text + at, good))
			return -1;
		at += good;
		if (at == len)
			break;
		part = take((const unsigned char *)text + at, len - at, &whole);
		if (!final && part == len - at && part < whole) {
			*held_len = part;
			break;
		}
		if (buf_append(out, REPLACEMENT, strlen(REPLACEMENT)))
			return -1;
		at += part;
	}
	return 0;
}
