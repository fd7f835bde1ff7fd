/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* What the pipes of processes may hold: memory that is in no process, and that
 * a /proc shows by open files alone. */
#ifndef SANDBOX_WATCH_PIPES_H
#define SANDBOX_WATCH_PIPES_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Zero-initialise; free with pipes_free(). */
struct pipes {
	uint64_t *inode; /* owned; one for each open file that is a pipe */
	size_t count;
	size_t cap;
	int64_t unseen; /* open files that cannot be looked at */
};

/* How many files process PID, in the /proc at the folder fd DIR, has open: -1
 * when that cannot be known. */
int64_t pipes_most(int dir, pid_t pid);

/* Add the pipes of PID to PIPES. 0, or -1: they cannot be looked at. */
int pipes_add(struct pipes *pipes, int dir, pid_t pid);

/* What all of PIPES may hold, each counted once. It puts them in order. */
int64_t pipes_bytes(struct pipes *pipes);

/* What COUNT pipes may hold. */
int64_t pipes_bytes_of(int64_t count);

/* Free what PIPES holds and make it empty. */
void pipes_free(struct pipes *pipes);

#endif
