/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* One line of a batch: OpenAI's Batch input, or a chat request by itself. */
#ifndef CORE_BATCH_LINE_H
#define CORE_BATCH_LINE_H

#include <stddef.h>
#include <stdint.h>

#include "core/json_span.h"

struct error;

/* Zero-initialise; batch_line_free(). */
struct batch_line {
	char *custom_id;       /* owned; "line-N" when it has none */
	struct json_span body; /* the request; borrowed from the line */
};

/*
 * Read line NUMBER, from 1: LEN bytes at DATA, without its end. An object
 * {"custom_id", "method", "url", "body"}, where method and url may be left out;
 * or a chat request, which has `messages`, with or without a custom_id. 0, or
 * -1 with *E ("line N: ..."): ERR_INVALID_JSON, ERR_INVALID_TYPE,
 * ERR_INVALID_VALUE, ERR_MISSING_PARAMETER. *OUT is to be freed in either case;
 * its custom_id is there whenever it could be read.
 */
int batch_line_read(int64_t number, const char *data, size_t len,
	struct batch_line *out, struct error *e);

void batch_line_free(struct batch_line *line);

#endif
