/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* What the tests of messages share. */
#ifndef TESTS_UNIT_MESSAGE_FIXTURE_H
#define TESTS_UNIT_MESSAGE_FIXTURE_H

#include <stdlib.h>
#include <string.h>

#include "http/message.h"

#define BYTES(raw) raw, sizeof(raw) - 1
#define TEN "0123456789"
#define LINE "GET / HTTP/1.1\r\n"
#define GET LINE "Host: h\r\n"
#define OLD "POST / HTTP/1.0\r\n"

/* A copy of the LEN bytes at RAW with not one byte more, so that the sanitizer
 * sees who looks behind it. To be freed. */
static inline char *message_copy(const char *raw, size_t len)
{
	char *copy = malloc(len + !len);

	if (!copy)
		abort();
	memcpy(copy, raw, len);
	return copy;
}

/* message_head() of such a copy. */
static inline int head_judge(
	const char *raw, size_t len, struct message_head *head, struct error *e)
{
	char *copy = message_copy(raw, len);
	int got = message_head(copy, len, head, e);

	free(copy);
	return got;
}

/* START, then COUNT times PART, then END, in static memory; *LEN bytes. */
static inline const char *compose(const char *start, size_t count,
	const char *part, const char *end, size_t *len)
{
	static char text[65536];
	char *at = stpcpy(text, start);

	while (count--)
		at = stpcpy(at, part);
	at = stpcpy(at, end);
	*len = (size_t)(at - text);
	return text;
}

#endif
