/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Which requests a batch that was broken off has answered: 24 bytes each. */
#ifndef CORE_BATCH_DONE_H
#define CORE_BATCH_DONE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct error;

/* A custom_id, by hash. */
struct batch_done_item {
	uint64_t key[2]; /* {0, 0} = a free place */
	uint64_t times;  /* so many records with it are left */
};

/* Custom_ids, each as often as it has been answered. Zero = empty;
 * batch_done_free(). */
struct batch_done {
	struct batch_done_item *item; /* owned; CAP of them */
	size_t cap;                   /* a power of two */
	size_t count;
};

/*
 * Take the custom_ids of the records in FD, which is open for reading and
 * writing, into DONE, and cut off a last line that is not whole. Those of lines
 * that were no request are left out, and of requests that were not to blame for
 * what they got (500). 0, with FD at its end; or -1 with *E (ERR_IO;
 * ERR_NO_INPUT when it is no batch's output). NAME is for messages.
 */
int batch_done_read(
	int fd, const char *name, struct batch_done *done, struct error *e);

/* Is there a record of CUSTOM_ID that no request has had yet? Now one has. */
bool batch_done_take(struct batch_done *done, const char *custom_id);

void batch_done_free(struct batch_done *done);

#endif
