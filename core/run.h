/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* A run in progress, as execute.c prepares it and run.c carries it through. */
#ifndef CORE_RUN_H
#define CORE_RUN_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/pipeline.h"
#include "core/verdict.h"

struct error;
struct execute_sink;
struct plan;
struct result;
struct run_result;

struct run {
	const struct plan *plan;
	const struct execute_sink *sink; /* NULL = none */
	struct pipeline pipeline;
	struct run_result *result; /* that this run fills */
	size_t stdin_at;           /* how much of stdin was written */
	size_t sink_at;            /* how much of stdout the sink has had */
	bool sink_gone;            /* it wants no more */
	bool gone;                 /* the gates are open: programs run */
	int64_t start_ms;
	int64_t quiet_ms;   /* since when the sink has heard nothing */
	int64_t end_ms;     /* when the last block ended; 0 = it runs */
	enum run_stop stop; /* why we ended it */
};

/* Begin to build the boxes. 0, or -1 with *E as execute_step() has it.
 * To be closed by pipeline_close() in either case. */
int run_begin(struct run *run, struct error *e);

/* It has ended, but inits of its boxes have not been reaped. */
bool run_reaps(const struct run *run);

/* As execute_fds(), execute_wait_ms() and execute_waits() have it. */
size_t run_fds(const struct run *run, struct pollfd *fds);
int run_wait_ms(const struct run *run);
bool run_waits(const struct run *run);
bool run_waits_errors(const struct run *run);

/* Open the gates once all boxes stand; then feed and drain all pipes that FDS
 * marks, hand pieces to the sink, keep time. 0, or -1 with *E as execute_step()
 * has it. */
int run_step(struct run *run, const struct pollfd *fds, struct error *e);

/* Has every block ended, its verdict standing in run->result, and every pipe
 * been drained? */
bool run_ended(const struct run *run);

/* End it early. */
void run_stop(struct run *run, enum run_stop why);

#endif
