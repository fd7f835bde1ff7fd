/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* A box in stock: see ahead.c. */
#ifndef SANDBOX_AHEAD_H
#define SANDBOX_AHEAD_H

#include <stdbool.h>

#include "sandbox/sandbox.h"

struct sb_ahead;

/* Begin to build a box for a run to come that is like SPEC, of its warm program
 * or, without one, to be started; for the caller to sb_ahead_close(). NULL with
 * *WHY when it cannot be had, or SPEC is of no use as a model. Blocks as
 * sb_begin(). */
struct sb_ahead *sb_ahead_open(const struct sb_spec *spec, struct sb_fail *why);

/* How far is it? LOST comes with *WHY. Poll the fd for reading to hear of it.
 */
enum sb_warm_state sb_ahead_state(struct sb_ahead *ahead, struct sb_fail *why);
int sb_ahead_fd(const struct sb_ahead *ahead);

/* The box of *FROM for a run of SPEC, which is of the same kind, for the caller
 * to sb_close(); NULL when it does not fit. *FROM is closed, and NULL, when it
 * was given, or is of no use to anybody. PIPE is NULL, or gets the pipes of one
 * that was started. */
struct sb *sb_ahead_give(struct sb_ahead **from, const struct sb_spec *spec,
	struct sb_pipes *pipe);

/* Do runs come that it does not fit? */
bool sb_ahead_misses(const struct sb_ahead *ahead);

/* Legal on NULL, and whether it has its box or not. */
void sb_ahead_close(struct sb_ahead *ahead);

#endif
