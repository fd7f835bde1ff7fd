/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * A box while it runs and when it ends: taking in what init says, enforcing
 * what no cgroup does, killing, reaping, and the account of it all.
 */

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox/file.h"
#include "sandbox/layer.h"

/* How long init may take to kill, reap, collect and report when told to stop;
 * then it is killed, and the kernel ends all else. */
#define STOP_US 1000000
#define STOP_GROWING_US 100000

static void kill_init(const struct sb *box)
{
	/* ESRCH: it has ended by itself. */
	(void)syscall(SYS_pidfd_send_signal, box->pidfd, SIGKILL, NULL, 0);
}

int sb_fd(const struct sb *box)
{
	if (!box->init)
		return -1;
	return box->channel_fd >= 0 ? box->channel_fd : box->pidfd;
}

void sb_stop(struct sb *box)
{
	const char stop = SB_STOP;

	if (!box->init || box->stop_us)
		return;
	box->stop_us = sb_now_us();
	if (box->end == SB_END_EXITED && !box->have_end)
		box->end = SB_END_STOPPED;
	if (box->channel_fd < 0 || send(box->channel_fd, &stop, 1,
					   MSG_NOSIGNAL | MSG_DONTWAIT) != 1)
		kill_init(box);
}

/* Room for more of what init sends. 0, or -1 when it sends more than is its
 * due, or memory is out. */
static int grow(struct sb *box)
{
	size_t cap = box->inbox_cap ? box->inbox_cap * 2 : 4096;
	char *inbox;

	if (box->inbox_len > sb_inbox_max(box))
		return -1;
	if (box->inbox_len < box->inbox_cap)
		return 0;
	inbox = realloc(box->inbox, cap);
	if (!inbox)
		return -1;
	box->inbox = inbox;
	box->inbox_cap = cap;
	return 0;
}

/* What the cgroup has counted, once nothing but init is left in it. */
static void count(struct sb *box)
{
	box->cpu_ms = sb_cgroup_cpu_ms(box);
	if (box->cpu_ms >= 0)
		box->cpu_ms -= box->setup_cpu_ms;
	box->out_of_memory = sb_cgroup_oom(box);
}

/* Can the kernel have counted so? It is counted with. */
static bool is_sound(const struct rusage *usage)
{
	return usage->ru_maxrss >= 0 && usage->ru_maxrss < INT64_MAX / 1024 &&
	       usage->ru_utime.tv_sec >= 0 && usage->ru_stime.tv_sec >= 0 &&
	       usage->ru_utime.tv_sec < INT32_MAX &&
	       usage->ru_stime.tv_sec < INT32_MAX;
}

static void note_end(struct sb *box)
{
	struct sb_end_record record;

	if (box->have_end || box->inbox_len < sizeof(record))
		return;
	memcpy(&record, box->inbox, sizeof(record));
	box->wait_status = record.wait_status;
	if (is_sound(&record.usage))
		box->usage = record.usage;
	box->have_end = true;
	box->ended_us = sb_now_us();
	count(box); /* while the kernel takes init and its namespaces down */
}

static void take_in(struct sb *box)
{
	ssize_t got = 1;

	while (got > 0) {
		if (grow(box)) {
			kill_init(box);
			break;
		}
		got = recv(box->channel_fd, box->inbox + box->inbox_len,
			box->inbox_cap - box->inbox_len, MSG_DONTWAIT);
		if (got > 0)
			box->inbox_len += (size_t)got;
		note_end(box);
	}
	if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
		fds_close(&box->channel_fd, 1);
}

/* Has init ended? Then it is reaped, by us or by the warm program that it is a
 * child of. WAIT: until then. */
static bool init_ended(struct sb *box, bool wait)
{
	struct pollfd end = {box->pidfd, POLLIN, 0};
	struct rusage usage;
	int status;
	int got;

	if (box->forked)
		do
			got = poll(&end, 1, wait ? -1 : 0);
		while (got < 0 && errno == EINTR);
	else
		do
			got = wait4(
				box->init, &status, wait ? 0 : WNOHANG, &usage);
		while (got < 0 && errno == EINTR);
	if (got > 0 && !box->forked && !box->have_end)
		box->usage = usage;
	return got != 0;
}

/* All is known that there is to know. */
static void conclude(struct sb *box)
{
	if (box->out_of_memory && box->end == SB_END_EXITED)
		box->end = SB_END_MEMORY;
	sb_collect_take(box);
	box->over = true;
}

/* True when there is nothing left to wait for. */
static bool reap(struct sb *box, bool wait)
{
	if (!init_ended(box, wait))
		return false;
	box->init = 0;
	if (box->channel_fd >= 0)
		take_in(box);
	if (!box->have_end) {
		/* Init was killed, and the program with it. */
		box->wait_status = SIGKILL;
		box->ended_us = sb_now_us();
		count(box);
	}
	conclude(box);
	return true;
}

bool sb_pump(struct sb *box)
{
	if (!box->init)
		return false;
	if (box->over) {
		if (init_ended(box, false))
			box->init = 0;
		return false;
	}
	if (box->channel_fd >= 0)
		take_in(box);
	if (reap(box, false))
		return false;
	/* Its end ends its sending. How long the kernel then takes for its
	 * namespaces is nobody's to wait for. */
	if (box->have_end && box->channel_fd < 0) {
		conclude(box);
		return false;
	}
	if (!box->stop_us && !box->have_end)
		sb_watch(box);
	if (box->end == SB_END_MEMORY || box->end == SB_END_CPU)
		sb_stop(box);
	if (box->stop_us &&
		sb_now_us() - box->stop_us >
			(box->end == SB_END_MEMORY ? STOP_GROWING_US : STOP_US))
		kill_init(box);
	return true;
}

static int64_t milliseconds(const struct timeval *time)
{
	return (int64_t)time->tv_sec * 1000 + time->tv_usec / 1000;
}

/* Did RLIMIT_CPU end it: the signal itself, or the hard limit's kill. */
static bool cpu_exceeded(const struct sb *box, int64_t cpu_ms)
{
	/* Anybody can send either of them to himself. */
	return WIFSIGNALED(box->wait_status) &&
	       (WTERMSIG(box->wait_status) == SIGXCPU ||
		       WTERMSIG(box->wait_status) == SIGKILL) &&
	       cpu_ms >= box->spec->limits.cpu_time_ms / 10 * 9;
}

void sb_usage(const struct sb *box, struct sb_usage *usage)
{
	int64_t waited = milliseconds(&box->usage.ru_utime) +
			 milliseconds(&box->usage.ru_stime) - box->boot_cpu_ms;

	*usage = (struct sb_usage){
		.user = box->user,
		.memory = box->memory,
		.booted = box->forked || box->waits,
		.end = box->end,
		.wait_status = box->wait_status,
		.duration_ms = (box->ended_us - box->started_us) / 1000,
		.cpu_ms = box->cpu_ms >= 0 ? box->cpu_ms
			  : waited > 0     ? waited
					   : 0,
		.cpu_lower_bound = box->cpu_ms < 0,
		.max_rss_bytes = (int64_t)box->usage.ru_maxrss * 1024,
		.max_rss_lower_bound = !box->have_end,
		.collected = box->collected,
		.collected_count = box->collected_count,
		.collect_truncated = box->collect_truncated,
	};
	if (usage->end == SB_END_EXITED && cpu_exceeded(box, usage->cpu_ms))
		usage->end = SB_END_CPU;
}

/* Those but the one that tells of a forked init's end. */
static void close_fds(struct sb *box)
{
	if (!box->forked)
		fds_close(&box->pidfd, 1);
	fds_close(&box->channel_fd, 1);
	fds_close(&box->setup_fd, 1);
	fds_close(&box->gate_fd, 1);
	fds_close(&box->root_fd, 1);
	fds_close(&box->proc_fd, 1);
	fds_close(box->child_fd, 3);
	for (size_t i = 0; i < CG_COUNT; i++) {
		fds_close(&box->cgroup[i].dir_fd, 1);
		fds_close(&box->cgroup[i].tasks_fd, 1);
	}
}

static void free_box(struct sb *box)
{
	close_fds(box);
	fds_close(&box->pidfd, 1);
	for (size_t row = sb_order_count; row-- > 0;)
		if (sb_order[row].layer->release)
			sb_order[row].layer->release(box);
	free(box->collected);
	free(box->inbox);
	free(box);
}

/* Of this process: closed, while init still ends. */
static struct sb *ending;

void sb_close(struct sb *box)
{
	if (!box)
		return;
	if (box->init && box->over) {
		close_fds(box);   /* the next run may have no others */
		box->spec = NULL; /* theirs to free from now on */
		box->model = NULL;
		box->next = ending;
		ending = box;
		return;
	}
	if (box->init) {
		kill_init(box);
		(void)reap(box, true);
	}
	free_box(box);
}

bool sb_tidy(bool wait)
{
	struct sb **at = &ending;

	while (*at) {
		struct sb *box = *at;

		if (!init_ended(box, wait)) {
			at = &box->next;
			continue;
		}
		*at = box->next;
		free_box(box);
	}
	return ending != NULL;
}

bool sb_await_ending(void)
{
	bool some = ending != NULL;

	(void)sb_tidy(true);
	return some;
}
