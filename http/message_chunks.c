/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* A chunked body (RFC 9112 7.1), as a machine that takes a byte at a time of
 * what is around the chunks, and all there is of a chunk. */

#include "core/error.h"
#include "http/message.h"
#include "http/message_parts.h"

#define DIGITS_MAX 16
#define SIZE_MAX_BYTES (UINT64_C(1) << 40)
#define LINE_MAX_BYTES 1024
/* Of all lines: or a small body could bring any number of bytes with it. */
#define EXTENSIONS_MAX_BYTES 16384
#define TRAILERS_MAX_BYTES 4096

enum {
	SIZE, /* zero: where a body starts */
	EXTENSION,
	EXTENSION_NAME,
	EXTENSION_VALUE,
	EXTENSION_TOKEN,
	EXTENSION_QUOTED,
	EXTENSION_ESCAPED,
	EXTENSION_QUOTED_END,
	SIZE_LF,
	DATA,
	DATA_CR,
	DATA_LF,
	TRAILERS,
};

static int digit_value(unsigned char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 32;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static int extension_count(struct message_chunks *chunks, struct error *e)
{
	if (++chunks->extensions > EXTENSIONS_MAX_BYTES)
		return fail(e, ERR_BAD_REQUEST,
			"more than %d bytes of chunk extensions",
			EXTENSIONS_MAX_BYTES);
	return 0;
}

/* What may follow a size and a whole extension. */
static int part_end(
	struct message_chunks *chunks, unsigned char c, struct error *e)
{
	if (c == '\r') {
		chunks->state = SIZE_LF;
		return 0;
	}
	if (c == ';') {
		chunks->state = EXTENSION;
		return extension_count(chunks, e);
	}
	if (c == '\n')
		return message_line_refuse(c, e);
	return fail(e, ERR_BAD_REQUEST,
		"the byte 0x%02x in the line with a chunk size", c);
}

static int size_step(
	struct message_chunks *chunks, unsigned char c, struct error *e)
{
	int value = digit_value(c);

	if (value < 0 && chunks->digits)
		return part_end(chunks, c, e);
	if (value < 0)
		return fail(e, ERR_BAD_REQUEST,
			"the byte 0x%02x where a chunk size is wanted", c);
	chunks->left = chunks->left << 4 | (uint64_t)value;
	chunks->digits++;
	if (chunks->digits > DIGITS_MAX || chunks->left > SIZE_MAX_BYTES)
		return fail(e, ERR_BAD_REQUEST,
			"a chunk size of more than %d digits or above 2^40",
			DIGITS_MAX);
	return 0;
}

/* The next state of the extension whose next byte is C; -1 = it cannot go on
 * so. White space may stand behind a semicolon only. */
static int extension_next(unsigned state, unsigned char c)
{
	switch (state) {
	case EXTENSION:
		if (c == ' ' || c == '\t')
			return EXTENSION;
		return message_is_token(c) ? EXTENSION_NAME : -1;
	case EXTENSION_NAME:
		if (c == '=')
			return EXTENSION_VALUE;
		return message_is_token(c) ? EXTENSION_NAME : -1;
	case EXTENSION_VALUE:
		if (c == '"')
			return EXTENSION_QUOTED;
		return message_is_token(c) ? EXTENSION_TOKEN : -1;
	case EXTENSION_TOKEN:
		return message_is_token(c) ? EXTENSION_TOKEN : -1;
	case EXTENSION_QUOTED:
		if (c == '"')
			return EXTENSION_QUOTED_END;
		if (c == '\\')
			return EXTENSION_ESCAPED;
		return message_is_text(c) ? EXTENSION_QUOTED : -1;
	case EXTENSION_ESCAPED:
		return message_is_text(c) ? EXTENSION_QUOTED : -1;
	default:
		return -1;
	}
}

static int extension_step(
	struct message_chunks *chunks, unsigned char c, struct error *e)
{
	int next = extension_next(chunks->state, c);
	bool whole = chunks->state == EXTENSION_NAME ||
		     chunks->state == EXTENSION_TOKEN ||
		     chunks->state == EXTENSION_QUOTED_END;

	if (next < 0 && whole)
		return part_end(chunks, c, e);
	if (next < 0)
		return fail(e, ERR_BAD_REQUEST,
			"the byte 0x%02x in a chunk extension", c);
	chunks->state = (unsigned)next;
	return extension_count(chunks, e);
}

static int line_step(
	struct message_chunks *chunks, unsigned char c, struct error *e)
{
	if (++chunks->line > LINE_MAX_BYTES)
		return fail(e, ERR_BAD_REQUEST,
			"the line with a chunk size is longer than %d bytes",
			LINE_MAX_BYTES);
	if (chunks->state == SIZE)
		return size_step(chunks, c, e);
	if (chunks->state != SIZE_LF)
		return extension_step(chunks, c, e);
	if (c != '\n')
		return message_line_refuse('\r', e);
	chunks->state = chunks->left ? DATA : TRAILERS;
	chunks->line = 0;
	chunks->digits = 0;
	return 0;
}

/* Behind a chunk. */
static int data_end_step(
	struct message_chunks *chunks, unsigned char c, struct error *e)
{
	if (c != (chunks->state == DATA_CR ? '\r' : '\n'))
		return fail(e, ERR_BAD_REQUEST,
			"the byte 0x%02x where CR LF must end a chunk", c);
	chunks->state = chunks->state == DATA_CR ? DATA_LF : SIZE;
	return 0;
}

static int trailer_step(
	struct message_chunks *chunks, unsigned char c, struct error *e)
{
	int got;

	if (++chunks->trailers > TRAILERS_MAX_BYTES)
		return fail(e, ERR_HEADERS_TOO_LARGE,
			"more than %d bytes of trailers", TRAILERS_MAX_BYTES);
	got = message_fields(&chunks->fields, c, e);
	if (got == FIELDS_LINE)
		return message_rules_trailer(&chunks->fields, e);
	return got == FIELDS_END ? 1 : got;
}

static size_t data_skip(struct message_chunks *chunks, size_t len)
{
	if (len > chunks->left)
		len = (size_t)chunks->left;
	chunks->left -= len;
	chunks->total += len;
	if (!chunks->left)
		chunks->state = DATA_CR;
	return len;
}

/* Judge the byte C, which is not of a chunk. 0; 1: it is the last of the body;
 * -1 with *E. */
static int step(struct message_chunks *chunks, unsigned char c, struct error *e)
{
	switch (chunks->state) {
	case DATA_CR:
	case DATA_LF:
		return data_end_step(chunks, c, e);
	case TRAILERS:
		return trailer_step(chunks, c, e);
	default:
		return line_step(chunks, c, e);
	}
}

int message_chunks(struct message_chunks *chunks, const char *data, size_t len,
	size_t *used, struct error *e)
{
	int got = 0;

	*used = 0;
	while (!got && *used < len) {
		if (chunks->state == DATA) {
			*used += data_skip(chunks, len - *used);
			continue;
		}
		got = step(chunks, (unsigned char)data[*used], e);
		(*used)++;
	}
	return got;
}
