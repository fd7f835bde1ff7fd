/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * A chat-completion request as codeexec understands it: read strictly from
 * JSON (RFC 8259), checked for shape, with everything that has no effect
 * named. Nothing here knows which programs exist or what the policy allows.
 */
#ifndef CORE_REQUEST_H
#define CORE_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

#include "core/buf.h"
#include "core/limits.h"

struct error;

/* A file that the caller wants in the workdir. */
struct request_file {
	char *path;         /* owned; relative, clean: no "..", no empty part */
	struct buf content; /* owned; any bytes */
};

/* Zero-initialise; fill with request_parse(); free with request_free(). */
struct request {
	char *model;           /* owned; as asked; NULL = absent */
	struct buf text;       /* the last user message, without a BOM */
	bool verbatim;         /* the text is the code itself, no Markdown;
				  no JSON says so, only a command line */
	struct buf stdin_text; /* what the first block reads; empty = nothing */
	bool stream;           /* SSE wanted */
	bool include_usage;    /* stream_options.include_usage */
	int n;                 /* independent runs, 1 to 8 */
	struct buf input;      /* codeexec.input as JSON text */
	bool has_input;        /* input was given (may be null, "", 0) */
	struct request_file *files; /* owned */
	size_t file_count;
	struct strings args;    /* codeexec.args: after the script in argv */
	struct limits limits;   /* codeexec.limits: only what was given */
	struct strings collect; /* codeexec.collect: globs, relative */
	bool merge_stderr;      /* stderr goes into stdout */
	bool timing;            /* how long the parts of the run take */
	bool has_expected;      /* expected_stdout was given */
	struct buf expected_stdout; /* what `batch --expect` wants to see */
	struct strings ignored; /* names of members without effect, each once,
				   in order: "temperature", "image_url" */
};

/*
 * Read the LEN bytes at JSON into *OUT. A byte-order mark in front is skipped.
 * 0, or -1 with *E: ERR_INVALID_JSON with "at byte N" in its message, or
 * ERR_INVALID_TYPE, ERR_INVALID_VALUE, ERR_MISSING_PARAMETER,
 * ERR_UNSUPPORTED_PARAMETER with the member in e->param. *OUT must be freed
 * with request_free() in either case.
 *
 * DESIGN: an optional member that is null counts as absent; of two equal keys
 * the last wins; messages need at least one user message.
 */
int request_parse(
	const char *json, size_t len, struct request *out, struct error *e);

/* Free what REQUEST holds and make it empty. */
void request_free(struct request *request);

#endif
