/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Which requests a batch that was broken off has answered: 16 bytes each. */
#ifndef CORE_BATCH_DONE_H
#define CORE_BATCH_DONE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct error;

/* A set of custom_ids, by hash. Zero = empty; batch_done_free(). */
struct batch_done {
	uint64_t (*item)[2]; /* owned; CAP of them; {0, 0} = free */
	size_t cap;          /* a power of two */
	size_t count;
};

/*
 * Take the custom_ids of the records in FD, which is open for reading and
 * writing, into DONE, and cut off a last line that is not whole. 0, with FD at
 * its end; or -1 with *E (ERR_IO; ERR_NO_INPUT when it is no batch's output).
 * NAME is for messages.
 */
int batch_done_read(
	int fd, const char *name, struct batch_done *done, struct error *e);

bool batch_done_has(const struct batch_done *done, const char *custom_id);

void batch_done_free(struct batch_done *done);

#endif
