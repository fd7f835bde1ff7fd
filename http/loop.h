/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Who waits for which fd: epoll(7), and files that epoll does not take because
 * they are always ready.
 */
#ifndef HTTP_LOOP_H
#define HTTP_LOOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct error;
struct loop;

/* One fd. Zero-initialise with fd, ready and owner; must not move. */
struct watch {
	int fd; /* borrowed; -1 = none */
	/* EVENTS as epoll_wait(2) has them. */
	void (*ready)(struct watch *watch, uint32_t events);
	void *owner;
	uint32_t events; /* wanted now */
	bool known;      /* to epoll */
	bool plain;      /* a file: ready whenever it is wanted */
	bool quiet;      /* of a pipe: its hang-up is no news while no event is
			    wanted */
	struct watch *next_plain;
};

/* Zero-initialise with fd -1. */
struct loop {
	int fd;              /* pollable: something is ready */
	struct watch *plain; /* files */
};

/* 0, or -1 with *E (ERR_INTERNAL). */
int loop_open(struct loop *loop, struct error *e);

/* Wait for EVENTS of WATCH from now on; hang-up and error are told in any
 * case. 0, or -1 with errno. */
int loop_want(struct loop *loop, struct watch *watch, uint32_t events);

/* Forget WATCH; due before its fd is closed. */
void loop_forget(struct loop *loop, struct watch *watch);

/* Tell no more of WATCH, whatever becomes of its fd, which it keeps. */
void loop_mute(struct loop *loop, struct watch *watch);

/* Is one of the files wanted, so that waiting would be wrong? */
bool loop_ready(const struct loop *loop);

/* Call ready() of everything that is. Never waits. */
void loop_dispatch(struct loop *loop);

void loop_close(struct loop *loop);

#endif
