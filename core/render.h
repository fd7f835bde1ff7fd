/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Results as the OpenAI wire has them: chat.completion, chat.completion.chunk
 * and error objects, each valid JSON in UTF-8, with a `codeexec` object that
 * holds the rest.
 */
#ifndef CORE_RENDER_H
#define CORE_RENDER_H

#include <stdbool.h>
#include <stddef.h>

#include "core/buf.h"
#include "core/result.h"

struct error;
struct request;

/* What a completion says besides the result. */
struct render_context {
	const struct request *request; /* for model, ignored, include_usage */
	const char *fingerprint;       /* system_fingerprint */
	bool pretty;                   /* indented, for a terminal */
};

/* Append the chat.completion of RESULT to OUT. 0, or -1 when memory is out. */
int render_completion(const struct render_context *context,
	const struct result *result, struct buf *out);

/*
 * Append the error object of E to OUT: {"error": {"message", "type", "param",
 * "code"}}, all four always. 0, or -1 when memory is out.
 */
int render_error(const struct error *e, bool pretty, struct buf *out);

/* A stream of chunks for one run. Zero-initialise but for the three borrowed
 * members; holds at most the head of one cut UTF-8 character between calls. */
struct render_stream {
	const struct render_context *context;
	const char *id;    /* of the result */
	long long created; /* of the result */
	char held[4];      /* bytes of a character that is not whole yet */
	size_t held_len;
};

/* Each appends whole SSE events ("data: {...}\n\n") to OUT; 0, or -1 when
 * memory is out. In order: start once, content for each piece of stdout, then
 * end once: the chunk with finish_reason and `codeexec`, the usage chunk when
 * asked for, and [DONE]. */
int render_stream_start(struct render_stream *stream, struct buf *out);
int render_stream_content(struct render_stream *stream, const char *data,
	size_t len, struct buf *out);
int render_stream_end(struct render_stream *stream, const struct result *result,
	struct buf *out);

/* Append a chunk with nothing in it to OUT: it bridges a silence. 0, or -1
 * when memory is out. */
int render_stream_idle(const struct render_stream *stream, struct buf *out);

#endif
