/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * A plan carried out: one box a block, pipes between them, deadlines and caps,
 * and what came of it.
 */
#ifndef CORE_EXECUTE_H
#define CORE_EXECUTE_H

#include <signal.h>
#include <stddef.h>

struct error;
struct plan;
struct result;

/* How long a silence may be before the sink hears of it. */
#define EXECUTE_IDLE_MS 15000

/* Where stdout goes as it comes, besides into the result. It is handed pieces
 * of EXECUTE_PIECE bytes at most, and only when FD can be written, so that
 * nobody who does not read holds up deadlines; what is left at the end comes
 * then. */
#define EXECUTE_PIECE 512
struct execute_sink {
	int fd; /* what it writes to in the end; borrowed */
	/* Takes LEN bytes of the last block's stdout. 0, or -1 when nobody
	 * wants more: the run is then ended. */
	int (*piece)(void *to, const char *data, size_t len);
	void *to;
	/* Called once when every block is ready, before the first runs, and so
	 * before the first piece; from here on it cannot be refused. NULL =
	 * not wanted. */
	int (*started)(void *to);
	/* Called when nothing has come for EXECUTE_IDLE_MS. 0, or -1 as piece.
	 * NULL = not wanted. */
	int (*idle)(void *to);
};

/*
 * Run PLAN as often as its request wants. SINK may be NULL. When *CANCEL (NULL
 * = none) turns non-zero, what runs is ended. Blocks for the policy's time-out
 * at most, and a second. 0 with *OUT filled; -1 with *E:
 * ERR_SANDBOX_UNAVAILABLE, and nothing of the run that was refused has run
 * (earlier ones of n have); ERR_PROGRAM_UNAVAILABLE, and later blocks may have
 * begun; ERR_INTERNAL, at any time. *OUT must be freed with result_free() in
 * either case.
 */
int execute(const struct plan *plan, const struct execute_sink *sink,
	const volatile sig_atomic_t *cancel, struct result *out,
	struct error *e);

#endif
