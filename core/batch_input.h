/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Lines from an fd, one after the other, in memory for one line. */
#ifndef CORE_BATCH_INPUT_H
#define CORE_BATCH_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/buf.h"

/* Zero-initialise with fd and max. */
struct batch_input {
	int fd;     /* borrowed */
	size_t max; /* longest line */
	struct buf text;
	size_t at;      /* where in text the next line begins */
	size_t seen;    /* bytes from there that hold no end of it */
	int64_t number; /* of the line that was given last; from 1 */
	int64_t bytes;  /* of all lines that were given */
	bool ended;     /* nothing more can be read */
	bool skipping;  /* the rest of a line that was too long */
};

enum batch_input_line {
	BATCH_INPUT_NONE, /* no whole line is there: batch_input_fill() */
	BATCH_INPUT_LINE,
	BATCH_INPUT_TOO_LONG, /* its number counts, its text is dropped */
	BATCH_INPUT_END,
};

/* The next line, in *DATA and *LEN without its end; valid until the next call
 * of either function. Blank lines are passed over, the last one needs no end.
 */
enum batch_input_line batch_input_next(
	struct batch_input *input, const char **data, size_t *len);

/* Read once. Blocks when poll(2) has not said that there is something. 0, or -1
 * with errno. */
int batch_input_fill(struct batch_input *input);

void batch_input_free(struct batch_input *input);

#endif
