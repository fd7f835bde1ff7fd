/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* What to call the end of a block and of a run: arithmetic only, no call. */
#ifndef CORE_VERDICT_H
#define CORE_VERDICT_H

#include <stdbool.h>

struct run_result;
struct sb_usage;
struct step_result;

/* Why we ended a run before its blocks did. */
enum run_stop {
	STOP_NONE,
	STOP_FINISHED, /* its last block ended, an earlier one had not */
	STOP_TIMEOUT,
	STOP_OUTPUT,    /* stdout went over its cap */
	STOP_CANCELLED, /* nobody wants the answer any more */
};

/* Fill status, exit code, signal and figures of *STEP from USAGE. STOP is why
 * it was ended, if it was; LAST, whether it is the last block. */
void verdict_step(struct step_result *step, const struct sb_usage *usage,
	enum run_stop stop, bool last);

/*
 * Fill status, exit code and signal of *RUN from its steps: the exit code as a
 * shell's pipefail has it (the last block that failed), except that a block
 * which a later one needed no more (SIGPIPE, or ended by us after the last) has
 * not failed.
 */
void verdict_run(struct run_result *run, enum run_stop stop);

#endif
