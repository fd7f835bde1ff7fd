/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Without any of the liberties that RFC 4648 leaves to a decoder. */

#include <errno.h>
#include <stdint.h>

#include "core/base64.h"
#include "core/buf.h"

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
