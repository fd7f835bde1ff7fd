/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* UTF-8 (RFC 3629): how far it is valid, and how to make it so. */
#ifndef CORE_UTF8_H
#define CORE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

#include "core/buf.h"

/* How many of the LEN bytes at TEXT are valid UTF-8 (overlong forms,
 * surrogates and values over U+10FFFF are not). LEN = all. */
size_t utf8_valid(const char *text, size_t len);

/*
 * Append the LEN bytes at TEXT to OUT with each maximal invalid subpart
 * (Unicode 3.9) as one U+FFFD. When FINAL is false, a character that is cut at
 * the end but may still become valid is left: *HELD_LEN, 0 to 3, is how many
 * of the last bytes were not taken. 0, or -1 when memory is out.
 */
int utf8_repair(const char *text, size_t len, bool final, size_t *held_len,
	struct buf *out);

#endif
