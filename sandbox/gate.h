/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The gate: where a program's process waits, every layer applied, until its run
 * begins.
 */
#ifndef SANDBOX_GATE_H
#define SANDBOX_GATE_H

struct sb;
struct sb_fail;

/* Supervisor: send what the spec of BOX, which was built without, has of its
 * own: its fds and its script, the one file that it has. Once, before
 * gate_open(). 0, or -1 with errno. */
int gate_hand_over(const struct sb *box);

/* Supervisor: open the gate of BOX. 0, or -1 with *WHY. */
int gate_open(struct sb *box, struct sb_fail *why);

/* Payload: wait for that, and put in its place what was handed over. Exits when
 * the supervisor is gone, or the gate was closed; gives up when it fails.
 * Async-signal-safe. */
void gate_await(const struct sb *box, struct sb_fail *why);

#endif
