/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Dropping every capability, for the payload and for init. */
#ifndef SANDBOX_CAPS_H
#define SANDBOX_CAPS_H

struct sb_fail;

/* Both: 0, or -1 with *WHY. Async-signal-safe. capabilities(7). */

/* Empty the bounding set of the calling process, for its children too. */
int caps_bound(struct sb_fail *why);
/* Then all other capability sets; lock the securebits, set no_new_privs. */
int caps_drop(struct sb_fail *why);

#endif
