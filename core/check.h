/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Can this host run anything, and if not, why: every layer tried. */
#ifndef CORE_CHECK_H
#define CORE_CHECK_H

#include <stdbool.h>
#include <stddef.h>

struct buf;
struct error;
struct policy;
struct sb_state;

/* Zero-initialise; check_make() fills it; check_free() frees it. */
struct check {
	struct sb_state *row; /* owned; every layer, and last the whole run */
	size_t count;
	bool ok; /* all of them work: a run would succeed */
};

/* Make a box as a run under POLICY has it, up to where a program would start,
 * and drop it. 0, or -1 with *E. Blocks for some milliseconds. */
int check_run(const struct policy *policy, struct error *e);

/*
 * Try every layer of the sandbox, and then all of it as a run under POLICY has
 * it, up to where a program would start. 0, or -1 with *E (ERR_INTERNAL:
 * memory). Blocks for some ten milliseconds.
 */
int check_make(const struct policy *policy, struct check *out, struct error *e);

/* Append CHECK to OUT as a table LAYER STATE DETAIL, with the remedy below
 * what fails; with COLOUR for a terminal. 0, or -1 when memory is out. */
int check_render_table(const struct check *check, bool colour, struct buf *out);

/* Append CHECK to OUT as {"ok", "layers": [{"layer", "ok", "detail",
 * "remedy"}]}. 0, or -1 when memory is out. */
int check_render_json(const struct check *check, bool pretty, struct buf *out);

/* Free what CHECK holds and make it empty. */
void check_free(struct check *check);

#endif
