/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * judge [PIECE]: the bytes of a connection on stdin, as http/message.h judges
 * them when they come PIECE bytes at a time (all at once when it is not said).
 *
 * Prints, on one line, HEAD+BODY in bytes for each whole request, for a
 * chunked body followed by "=" and the bytes of its content; then how it ends:
 * "whole", "cut" in the midst of a request, "close, N left" when a request
 * closes the connection before the last N bytes, or "CODE: MESSAGE".
 */

#include <stdio.h>
#include <stdlib.h>

#include "core/error.h"
#include "http/message.h"

#define INPUT_MAX (1u << 20)

static char data[INPUT_MAX];

struct connection {
	size_t len;   /* of data */
	size_t piece; /* bytes that come at a time */
	size_t come;  /* bytes that have come */
	size_t at;    /* bytes judged */
};

/* Let a piece come. false = there is no more. */
static bool more(struct connection *c)
{
	size_t left = c->len - c->come;

	c->come += left < c->piece ? left : c->piece;
	return left > 0;
}

static int head_judge(
	struct connection *c, struct message_head *head, struct error *e)
{
	int got;

	do
		got = message_head(data + c->at, c->come - c->at, head, e);
	while (!got && more(c));
	if (got > 0)
		c->at += head->len;
	return got;
}

static int chunks_judge(
	struct connection *c, struct message_chunks *chunks, struct error *e)
{
	size_t used;
	int got;

	do {
		got = message_chunks(
			chunks, data + c->at, c->come - c->at, &used, e);
		c->at += got < 0 ? 0 : used;
	} while (!got && more(c));
	return got;
}

/* Judge the next request and print its sizes. As message_head(). */
static int request_judge(
	struct connection *c, struct message_head *head, struct error *e)
{
	struct message_chunks chunks = {0};
	int got = head_judge(c, head, e);
	size_t start = c->at;

	if (got <= 0)
		return got;
	if (head->chunked) {
		got = chunks_judge(c, &chunks, e);
		if (got > 0)
			(void)printf("%zu+%zu=%llu ", head->len, c->at - start,
				(unsigned long long)chunks.total);
		return got;
	}
	while (c->come - start < head->length)
		if (!more(c))
			return 0;
	c->at += (size_t)head->length;
	(void)printf("%zu+%zu ", head->len, c->at - start);
	return 1;
}

int main(int argc, char **argv)
{
	struct connection c = {.len = fread(data, 1, sizeof(data), stdin)};
	struct message_head head = {0};
	struct error e = {0};
	int got = 1;

	c.piece = argc > 1 ? strtoul(argv[1], NULL, 10) : sizeof(data);
	while (got > 0 && c.at < c.len && !head.close)
		got = request_judge(&c, &head, &e);
	if (got < 0)
		(void)printf("%s: %s\n", error_code(e.kind), e.message);
	else if (!got)
		(void)puts("cut");
	else if (c.at < c.len)
		(void)printf("close, %zu left\n", c.len - c.at);
	else
		(void)puts("whole");
	return 0;
}
