/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Can this host run anything, and if not, why: every layer tried. */
#ifndef CORE_CHECK_H
#define CORE_CHECK_H

#include <stdbool.h>

struct buf;
struct error;
struct policy;

/* Make a box as a run under POLICY has it, up to where a program would start,
 * and drop it. 0, or -1 with *E. Blocks for some milliseconds. */
int check_run(const struct policy *policy, struct error *e);

/*
 * Try every layer of the sandbox, and then all of it as a run under POLICY has
 * it, up to where a program would start. Append what was found to OUT: a table
 * LAYER STATE DETAIL, each with its remedy where it fails, or with JSON
 * {"ok", "layers": [{"layer", "ok", "detail", "remedy"}]}. *OK: a run would
 * succeed. 0, or -1 when memory is out. Blocks for some ten milliseconds.
 */
int check_render(
	const struct policy *policy, bool json, struct buf *out, bool *ok);

#endif
