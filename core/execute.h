/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * A plan carried out: one box a block, pipes between them, deadlines and caps,
 * and what came of it.
 *
 * It is carried out in steps that never wait, so that one process can carry
 * out many: execute_begin(), then poll(2) on what execute_fds() lists for
 * execute_wait_ms() at most and execute_step(), until that says that all is
 * done; execute_end() is due in any case.
 */
#ifndef CORE_EXECUTE_H
#define CORE_EXECUTE_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>

struct error;
struct execution;
struct plan;
struct result;

/* How long a silence may be before the sink hears of it. */
#define EXECUTE_IDLE_MS 15000

/* How many fds a pipeline of that many blocks is polled on, at most. */
#define EXECUTE_FDS(blocks) (2 + 2 * (blocks))

/* Where output goes as it comes, besides into the result. It is handed pieces
 * only when it is ready, so that nobody who does not read holds up deadlines.
 */
struct execute_sink {
	size_t piece_bytes; /* a piece is no longer than this */
	/* Can it take a piece of stdout now? */
	bool (*ready)(void *to);
	/* Takes LEN bytes of the last block's stdout. 0, or -1 when nobody
	 * wants more: the run is then ended. */
	int (*piece)(void *to, const char *data, size_t len);
	/* The same two for what blocks write to stderr. NULL = not wanted. */
	bool (*errors_ready)(void *to);
	int (*errors)(void *to, const char *data, size_t len);
	/* Called once when every block is ready, before the first runs, and so
	 * before the first piece; from here on it cannot be refused. NULL =
	 * not wanted. */
	int (*started)(void *to);
	/* Called when nothing has come for EXECUTE_IDLE_MS. 0, or -1 as piece.
	 * NULL = not wanted. */
	int (*idle)(void *to);
	void *to;
};

/*
 * Begin to run PLAN as often as its request wants. SINK may be NULL. All is
 * borrowed until execute_end(). 0; or -1 with *E, as execute_step() has it.
 * Both *X and *OUT (result_free()) are to be freed in either case.
 */
int execute_begin(const struct plan *plan, const struct execute_sink *sink,
	struct result *out, struct execution **x, struct error *e);

/* Fill FDS, which has room for EXECUTE_FDS of the plan's blocks, with what X
 * waits for. How many. */
size_t execute_fds(const struct execution *x, struct pollfd *fds);

/* How long poll(2) may wait for them. */
int execute_wait_ms(const struct execution *x);

/*
 * Do what can be done now; FDS as execute_fds() has filled and poll(2) has
 * marked them. 1: there is more to come; 0: all is done and *OUT is filled; -1
 * with *E: ERR_SANDBOX_UNAVAILABLE, and nothing of the run that was refused has
 * run (earlier ones of n have); ERR_PROGRAM_UNAVAILABLE, and later blocks may
 * have begun; ERR_INTERNAL, at any time. Never blocks.
 */
int execute_step(
	struct execution *x, const struct pollfd *fds, struct error *e);

/* Does a program of it still run? When none does, it may be that the sink has
 * not had all yet. */
bool execute_running(const struct execution *x);

/* Does it wait for the sink to be ready: for stdout; for stderr? */
bool execute_waits(const struct execution *x);
bool execute_waits_errors(const struct execution *x);

/* Nobody wants the answer any more: end what runs, begin no other. */
void execute_stop(struct execution *x);

/* Kill what lives and free X. Legal on NULL. */
void execute_end(struct execution *x);

/* Free what the kernel has taken down of runs that are over. WAIT: all of it,
 * when it has. How long poll(2) may wait until this is called again; -1:
 * nothing is left. */
int execute_tidy(bool wait);

/* All of it at once, for who has nothing else to do. 0, or -1 with *E. Blocks
 * for the time-out at most, and a second. *OUT is to be freed in either case.
 */
int execute(const struct plan *plan, struct result *out, struct error *e);

#endif
