/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * A program that was started before its run, and waits for its script: fifo.c
 * says how. Init's side of it, and the supervisor's.
 */
#ifndef SANDBOX_FIFO_H
#define SANDBOX_FIFO_H

#include <poll.h>
#include <stdbool.h>
#include <sys/types.h>

struct sb;
struct sb_fail;

enum fifo_state {
	FIFO_NONE,    /* the box has none, or its use is over */
	FIFO_BOOTING, /* the program has not opened it */
	FIFO_WAITING, /* it has, and there is no run yet */
	FIFO_TAKEN,   /* the script is in its place; the gates are closed */
	FIFO_FLOWING, /* the program reads the script */
};

/* Init's own. Zero-initialise. */
struct fifo {
	enum fifo_state state;
	pid_t program;
	int to;     /* its writing end */
	int opened; /* inotify(7): the program has opened it */
	int from;   /* the script */
	off_t at;   /* how far that was written */
};

/* Init, before there is a program: open what stands for the script of BOX, if
 * anything does. 0, or -1 with *WHY. */
int fifo_open(const struct sb *box, struct fifo *fifo, struct sb_fail *why);

/* Init, once PROGRAM is there and nothing is left to be done: let it go to the
 * FIFO. */
void fifo_start(const struct sb *box, struct fifo *fifo, pid_t program);

/* Init: what to wait for, fd -1 = nothing; and what to do when it has come. */
struct pollfd fifo_poll(const struct fifo *fifo);
void fifo_step(const struct sb *box, struct fifo *fifo);

/* Init: there is a word on its channel. True when it was one for FIFO, and has
 * been followed; false: it is that of the end. */
bool fifo_told(const struct sb *box, struct fifo *fifo);

/* Init: the program has ended. Gives up when its run had not begun. */
void fifo_lost(const struct sb *box, const struct fifo *fifo);

/* Supervisor: hand BOX, whose program waits, the script of its spec. 0, or -1:
 * then the box is of no use. Blocks until init has answered. */
int fifo_hand_over(struct sb *box);

/* Supervisor: let the program have it. 0, or -1 with errno. */
int fifo_go(const struct sb *box);

#endif
