/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * What a program has made for itself and fork(2) does not carry over, or would
 * carry over for all runs to share: made anew in each payload.
 *
 * eventfds: a run gets its own under the same number. POSIX timers: a child has
 * none of its parent's; the kernel numbers them from 0 in each process, so that
 * they get the same ids in the same order.
 */

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

#include "warm/warm.h"

#define EVENTS_MAX 8
#define TIMERS_MAX 8

struct event {
	int fd;
	int flags; /* of eventfd(2) */
};

struct timer {
	clockid_t clock;
	struct sigevent event;
	int id; /* the kernel's */
	struct itimerspec time;
};

static struct event events[EVENTS_MAX];
static size_t event_count;
static struct timer timers[TIMERS_MAX];
static size_t timer_count;

bool warm_note_fd(int fd)
{
	char path[32];
	char text[64];
	ssize_t len;
	int flags = fcntl(fd, F_GETFL);

	(void)snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	len = readlink(path, text, sizeof(text) - 1);
	text[len < 0 ? 0 : len] = '\0';
	if (strcmp(text, "anon_inode:[eventfd]") != 0 ||
		event_count == EVENTS_MAX)
		return false;
	events[event_count++] = (struct event){fd,
		(flags & O_NONBLOCK ? EFD_NONBLOCK : 0) |
			(fcntl(fd, F_GETFD) & FD_CLOEXEC ? EFD_CLOEXEC : 0)};
	return true;
}

/* libc's header names the parameters otherwise.
 * NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name) */
__attribute__((visibility("default"))) int timer_create(
	clockid_t clock, struct sigevent *event, timer_t *id)
{
	static int (*next)(clockid_t, struct sigevent *, timer_t *);
	int result;

	if (!next)
		*(void **)&next = dlsym(RTLD_NEXT, "timer_create");
	result = next(clock, event, id);
	/* libc's id of a timer that sends a signal is the kernel's. */
	if (!result && event && event->sigev_notify == SIGEV_SIGNAL &&
		timer_count < TIMERS_MAX)
		timers[timer_count++] = (struct timer){.clock = clock,
			.event = *event,
			.id = (int)(intptr_t)*id};
	return result;
}

void warm_note_timers(void)
{
	for (size_t i = 0; i < timer_count; i++)
		(void)syscall(SYS_timer_gettime, timers[i].id, &timers[i].time);
}

bool warm_shares_memory(void)
{
	FILE *maps = fopen("/proc/self/smaps", "re");
	char line[512];
	bool shares = !maps;

	/* What is shared and may be written to, now or once it is asked for. */
	while (!shares && fgets(line, sizeof(line), maps))
		shares = !strncmp(line, "VmFlags:", 8) &&
			 strstr(line, " sh ") && strstr(line, " mw ");
	if (maps)
		(void)fclose(maps); /* only read */
	return shares;
}

static void renew_event(const struct event *event)
{
	int fd = eventfd(0, event->flags);

	if (fd < 0 || fd == event->fd)
		return;
	(void)dup3(fd, event->fd, event->flags & EFD_CLOEXEC ? O_CLOEXEC : 0);
	(void)close(fd); /* its twin stays */
}

/* The program goes on without, as it does where timers cannot be had. */
static void renew_timer(struct timer *timer)
{
	int id = -1;

	if (syscall(SYS_timer_create, timer->clock, &timer->event, &id) ||
		id != timer->id)
		return;
	(void)syscall(SYS_timer_settime, id, 0, &timer->time, NULL);
}

void warm_renew(void)
{
	for (size_t i = 0; i < event_count; i++)
		renew_event(&events[i]);
	for (size_t i = 0; i < timer_count; i++)
		renew_timer(&timers[i]);
}
