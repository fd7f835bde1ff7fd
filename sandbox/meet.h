/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Init and the payload set up a share of the box each, at the same time: the
 * two rows that take longest, mounts and net. Then they meet.
 */
#ifndef SANDBOX_MEET_H
#define SANDBOX_MEET_H

#include "sandbox/layer.h"

/* Before the fork: ENDS for init and for the payload. 0, or -1 with *WHY. */
enum { MEET_INIT, MEET_PAYLOAD };
int meet_make(int ends[2], struct sb_fail *why);

/* In each of them, its share done: wait for the other, and have init join the
 * payload's network namespace. Closes ENDS. 0, or -1 with *WHY; exits when the
 * other one has given up. */
int meet_init(const struct sb *box, const int ends[2], struct sb_fail *why);
int meet_payload(const struct sb *box, const int ends[2], struct sb_fail *why);

#endif
