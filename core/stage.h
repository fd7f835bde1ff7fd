/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Where the box of a block comes from: forked from a warm program, from a
 * stock, or by execve. */
#ifndef CORE_STAGE_H
#define CORE_STAGE_H

#include <stdbool.h>

#include "sandbox/sandbox.h"

struct limits;
struct plan;
struct sb_times;
struct stage;

/* LIMITS as the sandbox has them. */
struct sb_limits stage_limits(const struct limits *limits);

/* Take the box of STAGE, the first of PLAN, from a stock, and the pipes that
 * its program was started with: they are in stage->pipe. False: none is to be
 * had. */
bool stage_take(struct stage *stage, const struct plan *plan);

/* Begin its box, between the fds of its spec: forked from a warm program where
 * there is one; else TIMES are filled, unless NULL. 0, or -1 with *WHY. */
int stage_begin(
	struct stage *stage, struct sb_times *times, struct sb_fail *why);

/* Let it start. One from a stock that was lost in the meantime is built anew,
 * for which this blocks. 0, or -1 with *WHY. */
int stage_go(struct stage *stage, struct sb_fail *why);

/* While it runs: a box for the one that comes after it. */
void stage_restock(struct stage *stage);

/* Kill what lives, and give back what was taken. */
void stage_close(struct stage *stage);

#endif
