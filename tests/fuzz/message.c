/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Fuzzes the framing of requests: `make fuzz`. The first byte says in which
 * pieces the rest comes, which must change nothing; and what is taken must
 * have no line end but CR LF, and end where it says.
 */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "http/message.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void hold(int sound)
{
	if (!sound)
		abort();
}

/* Bytes, and how many of them come at a time. */
struct input {
	const char *data;
	size_t len;
	size_t piece;
};

static int head_read(
	const struct input *in, struct message_head *head, struct error *e)
{
	int got = 0;

	for (size_t part = in->piece; !got && part < in->len; part += in->piece)
		got = message_head(in->data, part, head, e);
	return got ? got : message_head(in->data, in->len, head, e);
}

static int chunks_read(const struct input *in, struct message_chunks *chunks,
	size_t *used, struct error *e)
{
	size_t at = 0;
	int got = 0;

	while (!got && at < in->len) {
		size_t left = in->len - at;

		got = message_chunks(chunks, in->data + at,
			left < in->piece ? left : in->piece, used, e);
		at += *used;
	}
	*used = at;
	return got;
}

static void head_hold(const char *data, const struct message_head *head)
{
	for (size_t i = 0; i < head->len; i++) {
		unsigned char c = (unsigned char)data[i];

		hold(c != '\n' || (i && data[i - 1] == '\r'));
		hold(c != '\r' || (i + 1 < head->len && data[i + 1] == '\n'));
		hold((c >= ' ' && c != 0x7f) || strchr("\t\r\n", c));
		hold(c);
	}
	hold(head->len <= MESSAGE_HEAD_MAX);
	hold(!memcmp(data + head->len - 4, "\r\n\r\n", 4));
	hold(!head->chunked || (!head->length && head->minor == 1));
	hold(memmem(data, head->len, "\r\n\r\n", 4) == data + head->len - 4);
}

/* Judge the body of HEAD, of which *USED bytes are IN. As message_chunks(). */
static int body_read(
	const struct message_head *head, const struct input *in, size_t *used)
{
	struct message_chunks whole = {0};
	struct message_chunks cut = {0};
	struct error e = {0};
	struct error cut_e = {0};
	size_t cut_used;
	int got;

	if (!head->chunked) {
		*used = head->length < in->len ? (size_t)head->length : in->len;
		return *used == head->length;
	}
	got = message_chunks(&whole, in->data, in->len, used, &e);
	hold(chunks_read(in, &cut, &cut_used, &cut_e) == got);
	hold(whole.total == cut.total && !strcmp(e.message, cut_e.message));
	if (got >= 0)
		hold(*used == cut_used && whole.total <= *used);
	if (got > 0)
		hold(!memcmp(in->data + *used - 4, "\r\n\r\n", 4));
	return got;
}

/* Judge the next request and step over it. As message_head(). */
static int request_read(struct input *in, struct message_head *whole)
{
	struct message_head cut = {0};
	struct error e = {0};
	struct error cut_e = {0};
	size_t used;
	int got = message_head(in->data, in->len, whole, &e);

	hold(head_read(in, &cut, &cut_e) == got);
	hold(!strcmp(e.message, cut_e.message));
	if (got <= 0)
		return got;
	hold(whole->len == cut.len && whole->length == cut.length);
	head_hold(in->data, whole);
	in->data += whole->len;
	in->len -= whole->len;
	got = body_read(whole, in, &used);
	if (got > 0) {
		in->data += used;
		in->len -= used;
	}
	return got;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct message_head whole = {0};
	struct input in = {(const char *)data + 1, size - 1, 1};

	if (!size)
		return 0;
	in.piece += data[0] % 16;
	while (in.len && request_read(&in, &whole) > 0)
		;
	return 0;
}
