/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* A box that a warm program has in stock: see ahead.c. */
#ifndef SANDBOX_AHEAD_H
#define SANDBOX_AHEAD_H

#include <stdbool.h>

struct sb;
struct sb_ahead;
struct sb_spec;

/* Begin to build a box for a run to come that is like SPEC, of its warm
 * program; for the caller to sb_ahead_close(). NULL when it cannot be had, or
 * SPEC is of no use as a model. Blocks as
 * sb_begin(). */
struct sb_ahead *sb_ahead_open(const struct sb_spec *spec);

/* The box of *FROM for a run of SPEC, which is of the same kind, for the
 * caller to sb_close(); NULL when it does not fit. *FROM is closed, and NULL,
 * when it was given, or is of no use to anybody. */
struct sb *sb_ahead_give(struct sb_ahead **from, const struct sb_spec *spec);

/* Do runs come that it does not fit? */
bool sb_ahead_misses(const struct sb_ahead *ahead);

/* Legal on NULL, and whether it has its box or not. */
void sb_ahead_close(struct sb_ahead *ahead);

#endif
