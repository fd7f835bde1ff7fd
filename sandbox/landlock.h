/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Which rights a Landlock ABI knows: arithmetic only, no call. */
#ifndef SANDBOX_LANDLOCK_H
#define SANDBOX_LANDLOCK_H

#include <stdint.h>

/* The file rights that a kernel of ABI handles, as
 * landlock_ruleset_attr.handled_access_fs. landlock(7). */
uint64_t landlock_handled(int abi);

/* The scopes it has, as landlock_ruleset_attr.scoped. */
uint64_t landlock_scoped(int abi);

#endif
