/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The boxes of one run, connected: block i's stdout is block i+1's stdin.
 */
#ifndef CORE_PIPELINE_H
#define CORE_PIPELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/buf.h"
#include "core/unconfined.h"
#include "sandbox/describe.h"
#include "sandbox/sandbox.h"

struct error;
struct plan;
struct warm;

/* How large a pipe is asked to be at most: Node loses what does not fit into it
 * when it exits. */
#define PIPELINE_PIPE_BYTES (1 << 20)

/* One block's box and the arrays that its spec points into. */
struct stage {
	struct sb_spec spec;
	struct sb_file *file;    /* owned */
	struct sb_file *support; /* owned; of the program, with its paths */
	struct strings support_path;
	struct sb_bind *bind;         /* owned */
	struct unconfined unconfined; /* sandbox off */
	struct sb *box;               /* owned; NULL = not open */
	struct warm *warm; /* where spec.warm and STOCK are from; NULL = none */
	bool forks;        /* its program is one that is forked */
	struct sb_stock *stock; /* that the next is to go to; NULL = none */
	struct sb_pipes pipe;   /* of one from there; owned, up to its start */
	int stderr_fd;          /* we read; -1 = merged, or its end was seen */
	size_t stderr_at;       /* how much of its stderr the sink has had */
	bool ready;             /* it stands, its program waits or runs */
	bool ended;
	struct sb_usage usage; /* once ended */
	int64_t begun_us;      /* when it was begun; of those that are timed */
	int64_t ready_us;      /* when it stood */
	int64_t go_us;         /* when its gate was opened */
	int64_t gone_us;       /* when its program had been executed */
	int64_t ended_us;      /* when that was known to have ended */
};

/* Zero-initialise; pipeline_open() fills it; pipeline_close() is due. */
struct pipeline {
	struct stage *stage; /* owned */
	size_t count;
	int stdin_fd;  /* we write to the first block; -1 = closed */
	int stdout_fd; /* we read from the last block; -1 = its end was seen */
	struct sb_times *times; /* owned, one a stage; NULL = not timed */
};

/*
 * Begin to build a box for each step of PLAN; they set themselves up beside
 * each other, and none of the programs runs yet. 0, or -1 with *E
 * (ERR_SANDBOX_UNAVAILABLE, ERR_INTERNAL).
 */
int pipeline_open(
	const struct plan *plan, struct pipeline *out, struct error *e);

/* 1: every box stands and its program waits; 0: not there yet, see sb_ready();
 * -1 with *E (ERR_SANDBOX_UNAVAILABLE). Never blocks. */
int pipeline_ready(struct pipeline *pipeline, struct error *e);

/* What pipeline_ready() has found: does every box stand? */
bool pipeline_stands(const struct pipeline *pipeline);

/* Wait for that. 0, or -1 with *E. */
int pipeline_wait(struct pipeline *pipeline, struct error *e);

/* Let them all start, the last first, so that nobody writes to nobody. 0, or
 * -1 with *E (ERR_PROGRAM_UNAVAILABLE, ERR_SANDBOX_UNAVAILABLE). */
int pipeline_go(struct pipeline *pipeline, struct error *e);

/* Stop every box that has not ended. */
void pipeline_stop(struct pipeline *pipeline);

/* Kill what lives, free everything. */
void pipeline_close(struct pipeline *pipeline);

#endif
