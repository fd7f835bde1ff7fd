/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Events are fetched one by one, so that what one of them frees is never the
 * next one's. */

#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "core/error.h"
#include "http/loop.h"

/* At most so many before the others, runs and signals, have their turn. */
#define BATCH 64

int loop_open(struct loop *loop, struct error *e)
{
	loop->fd = epoll_create1(EPOLL_CLOEXEC);
	return loop->fd < 0 ? fail(e, ERR_INTERNAL, "epoll_create1: %s",
				      strerror(errno))
			    : 0;
}

static void forget_plain(struct loop *loop, struct watch *watch)
{
	struct watch **at = &loop->plain;

	while (*at && *at != watch)
		at = &(*at)->next_plain;
	if (*at)
		*at = watch->next_plain;
}

int loop_want(struct loop *loop, struct watch *watch, uint32_t events)
{
	struct epoll_event event = {.events = events, .data.ptr = watch};
	int act = watch->known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD;

	if (watch->fd < 0 || watch->plain ||
		(watch->known && watch->events == events)) {
		watch->events = events;
		return 0;
	}
	watch->events = events;
	if (watch->quiet && !events) {
		if (watch->known)
			(void)epoll_ctl(
				loop->fd, EPOLL_CTL_DEL, watch->fd, NULL);
		watch->known = false;
		return 0;
	}
	if (!epoll_ctl(loop->fd, act, watch->fd, &event)) {
		watch->known = true;
		return 0;
	}
	if (errno != EPERM)
		return -1;
	watch->plain = true;
	watch->next_plain = loop->plain;
	loop->plain = watch;
	return 0;
}

void loop_mute(struct loop *loop, struct watch *watch)
{
	int fd = watch->fd;

	loop_forget(loop, watch);
	watch->fd = fd;
}

void loop_forget(struct loop *loop, struct watch *watch)
{
	if (watch->known)
		(void)epoll_ctl(loop->fd, EPOLL_CTL_DEL, watch->fd, NULL);
	if (watch->plain)
		forget_plain(loop, watch);
	watch->known = watch->plain = false;
	watch->fd = -1;
}

bool loop_ready(const struct loop *loop)
{
	for (const struct watch *at = loop->plain; at; at = at->next_plain)
		if (at->events)
			return true;
	return false;
}

/* The first of the files that is wanted, but for those before AFTER. */
static struct watch *next_plain(const struct loop *loop, size_t after)
{
	for (struct watch *at = loop->plain; at; at = at->next_plain)
		if (at->events && !after--)
			return at;
	return NULL;
}

void loop_dispatch(struct loop *loop)
{
	struct epoll_event event;
	struct watch *watch;

	for (int i = 0; i < BATCH && epoll_wait(loop->fd, &event, 1, 0) == 1;
		i++) {
		watch = event.data.ptr;
		watch->ready(watch, event.events);
	}
	/* There are two of them at most: stdin and stdout. */
	for (size_t i = 0; i < 2 && (watch = next_plain(loop, i)); i++)
		watch->ready(watch, watch->events);
}

void loop_close(struct loop *loop)
{
	if (loop->fd >= 0)
		(void)close(loop->fd); /* nothing was written */
	loop->fd = -1;
}
