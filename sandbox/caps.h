/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Dropping every capability, for the payload and for init. */
#ifndef SANDBOX_CAPS_H
#define SANDBOX_CAPS_H

struct sb_fail;

/* Empty all capability sets of the calling process, lock the securebits, set
 * no_new_privs. 0, or -1 with *WHY. Async-signal-safe. capabilities(7). */
int caps_drop(struct sb_fail *why);

#endif
