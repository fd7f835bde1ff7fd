/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* UTF-8 by the table of well-formed byte sequences (Unicode 3.9, table 3-7),
 * and base64 by RFC 4648 without any of its liberties. */

#include <errno.h>
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

static const char digits[] =
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* The four digits of the 1 to 3 bytes at S, padded, into OUT. */
static void quad_write(const unsigned char *s, size_t len, char *out)
{
	uint32_t bits = (uint32_t)s[0] << 16;

	if (len > 1)
		bits |= (uint32_t)s[1] << 8;
	if (len > 2)
		bits |= s[2];
	out[0] = digits[bits >> 18];
	out[1] = digits[bits >> 12 & 63];
	out[2] = digits[bits >> 6 & 63];
	out[3] = digits[bits & 63];
	if (len < 3)
		out[3] = '=';
	if (len < 2)
		out[2] = '=';
}

int base64_encode(const char *data, size_t len, struct buf *out)
{
	const unsigned char *s = (const unsigned char *)data;
	char text[4096];
	size_t used = 0;

	for (size_t at = 0; at < len; at += 3) {
		quad_write(s + at, len - at, text + used);
		used += 4;
		if (used == sizeof(text)) {
			if (buf_append(out, text, used))
				return -1;
			used = 0;
		}
	}
	return buf_append(out, text, used);
}

/* The value of the base64 digit C; -1 = it is none. */
static int digit_value(char c)
{
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 26;
	if (c >= '0' && c <= '9')
		return c - '0' + 52;
	return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* The bytes of the four digits at TEXT into OUT; how many, or 0 when they are
 * no strict base64. Padding may stand only where LAST, and the bits that it
 * leaves over must be zero: one text for one content. */
static size_t quad_read(const char *text, bool last, char out[3])
{
	size_t pad = 0;
	uint32_t bits = 0;

	if (last && text[3] == '=')
		pad = text[2] == '=' ? 2 : 1;
	for (size_t i = 0; i < 4 - pad; i++) {
		int value = digit_value(text[i]);

		if (value < 0)
			return 0;
		bits |= (uint32_t)value << (18 - 6 * i);
	}
	if (bits & ((UINT32_C(1) << (8 * pad)) - 1))
		return 0;
	out[0] = (char)(bits >> 16);
	out[1] = (char)(bits >> 8 & 255);
	out[2] = (char)(bits & 255);
	return 3 - pad;
}

int base64_decode(const char *text, size_t len, struct buf *out)
{
	char data[3072];
	size_t used = 0;

	errno = EINVAL;
	if (len % 4)
		return -1;
	for (size_t at = 0; at < len; at += 4) {
		size_t got = quad_read(text + at, at + 4 == len, data + used);

		if (!got)
			return -1;
		used += got;
		if (used < sizeof(data) && at + 4 < len)
			continue;
		if (buf_append(out, data, used)) {
			errno = ENOMEM;
			return -1;
		}
		used = 0;
	}
	return 0;
}
