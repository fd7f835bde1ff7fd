/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The policy in force, for people and for programs. */
#ifndef CORE_POLICY_RENDER_H
#define CORE_POLICY_RENDER_H

#include <stdbool.h>

#include "core/policy.h"

struct buf;
struct key;

/* Append the value that KEY has in POLICY to OUT, on one line: as the file has
 * it, items joined by ", ", what is empty in words ("none", "built in"). 0, or
 * -1 when memory is out. */
int policy_render_value(
	const struct policy *policy, const struct key *key, struct buf *out);

/* Which keys are shown, by their row of keys[]. */
struct policy_shown {
	bool key[POLICY_KEYS_MAX];
};

/* Append a table of the keys SHOWN to OUT: KEY VALUE ORIGIN; with COLOUR for a
 * terminal. 0, or -1 when memory is out. */
int policy_render_table(const struct policy *policy,
	const struct policy_shown *shown, bool colour, struct buf *out);

/*
 * Append the keys SHOWN to OUT as one JSON object: {"limits.timeout": {"value":
 * "10s", "origin": "default"}, ...}. A value is what the file would hold; null
 * = not set. 0, or -1 when memory is out.
 */
int policy_render_json(const struct policy *policy,
	const struct policy_shown *shown, bool pretty, struct buf *out);

#endif
