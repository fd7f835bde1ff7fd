/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* One value of one policy key: read from text, checked, and put in place. */
#ifndef CORE_POLICY_VALUE_H
#define CORE_POLICY_VALUE_H

#include <stdbool.h>

struct error;
struct key;
struct policy;

/*
 * Set KEY of POLICY to TEXT, or for a list add TEXT as one more item (a second
 * "NAME=value" of the same name replaces the first). FROM_FLAG: paths may be
 * relative to the working directory, must exist, and are resolved; else they
 * must be absolute. 0, or -1 with *E, which names neither key nor place:
 * ERR_CONFIG, ERR_USAGE with FROM_FLAG, or ERR_INTERNAL (memory).
 */
int policy_value_add(struct policy *policy, const struct key *key,
	const char *text, bool from_flag, struct error *e);

/* Make KEY of POLICY empty: no item, no path. Numbers and words stay. */
void policy_value_clear(struct policy *policy, const struct key *key);

/* Note in POLICY where the value of KEY comes from. 0, or -1 when memory is
 * out. */
int policy_value_origin(struct policy *policy, const struct key *key,
	const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The field of KEY in POLICY; what it points at depends on KEY's type. */
void *policy_value_field(struct policy *policy, const struct key *key);
const void *policy_value_get(
	const struct policy *policy, const struct key *key);

#endif
