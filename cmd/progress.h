/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* A line on the terminal that tells how far a batch is. */
#ifndef CMD_PROGRESS_H
#define CMD_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct batch_summary;

struct progress {
	int64_t bytes; /* of the whole input; 0 = not known */
	int64_t start_ms;
	bool shown;
};

/* Begin, for the input IN_FD. */
void progress_start(struct progress *progress, int in_fd);

/* batch_options.progress; TO is a struct progress. */
void progress_show(void *to, const struct batch_summary *summary);

/* Take the line away. */
void progress_end(const struct progress *progress);

/* How long it has been going, in milliseconds. */
int64_t progress_ms(const struct progress *progress);

#endif
