/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* A run in progress, as execute.c prepares it and run.c carries it through. */
#ifndef CORE_RUN_H
#define CORE_RUN_H

#include <signal.h>
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
	const struct execute_sink *sink;
	const volatile sig_atomic_t *cancel;
	struct pipeline pipeline;
	struct result *out;
	struct run_result *result; /* the one of OUT that this run fills */
	size_t stdin_at;           /* how much of stdin was written */
	size_t sink_at;            /* how much of stdout the sink has had */
	bool sink_gone;            /* it wants no more */
	int64_t start_ms;
	int64_t quiet_ms;   /* since when the sink has heard nothing */
	int64_t end_ms;     /* when the last block ended; 0 = it runs */
	enum run_stop stop; /* why we ended it */
};

/* CLOCK_MONOTONIC in milliseconds. */
int64_t run_now_ms(void);

/*
 * From the opened gates to the last byte: feed and drain all pipes, hand pieces
 * to the sink, keep time, until every block has ended and its verdict stands in
 * RUN->result. Blocks for the time-out at most, a second, and as long as the
 * sink takes to be read. 0, or -1 with *E (ERR_INTERNAL).
 */
int run_loop(struct run *run, struct error *e);

#endif
