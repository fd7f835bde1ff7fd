/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Limits per process, which hold even where nothing counts the run as a whole.
 *
 * Theory of operation: soft and hard alike, never above what codeexec itself
 * was given. RLIMIT_NPROC counts per user namespace because it is set inside;
 * without one it is left to the cgroup, where that counts processes.
 * RLIMIT_CORE is 1 and not 0: a core handler that is a pipe is started even
 * for 0, and not for 1 (core(5)). RLIMIT_CPU is a back-stop, a second behind
 * the limit: it counts by ticks, which on a busy machine make a second of 850
 * ms. RLIMIT_DATA holds memory where no cgroup does.
 */

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "sandbox/layer.h"

#define STACK_BYTES (8 << 20)
#define SIGNALS 1024
#define MEMLOCK_BYTES (64 << 10)

/* Set RESOURCE to SOFT, with HARD above it, as far as we may. */
static int limit(int resource, rlim_t soft, rlim_t hard)
{
	struct rlimit has;

	if (getrlimit((__rlimit_resource_t)resource, &has))
		return -1;
	if (hard > has.rlim_max)
		hard = has.rlim_max;
	if (soft > hard)
		soft = hard;
	has.rlim_cur = soft;
	has.rlim_max = hard;
	return setrlimit((__rlimit_resource_t)resource, &has);
}

struct wanted {
	int resource;
	const char *step;
	rlim_t soft; /* RLIM_INFINITY: it is left alone */
	rlim_t hard;
};

#define WANTED 13
#define SAME(value) (rlim_t)(value), (rlim_t)(value)

static void make_wanted(const struct sb *box, struct wanted wanted[WANTED])
{
	const struct sb_limits *l = &box->spec->limits;
	rlim_t processes = (rlim_t)l->processes;
	rlim_t seconds = (rlim_t)(l->cpu_time_ms + 999) / 1000 + 1;
	rlim_t space = l->address_space_bytes ? (rlim_t)l->address_space_bytes
					      : RLIM_INFINITY;
	rlim_t data = sb_counted(box) ? RLIM_INFINITY : (rlim_t)l->memory_bytes;
	/* What a warm program has when it makes the user namespaces of its runs
	 * bounds them all together. */
	bool many = box->spec->warm_fd != 0;
	/* Without a user namespace all runs have one id, and count as one. */
	bool together = box->user == SB_USER_SETUID && box->pids_counted;
	const struct wanted all[WANTED] = {
		{RLIMIT_CORE, "setrlimit RLIMIT_CORE", SAME(1)},
		{RLIMIT_CPU, "setrlimit RLIMIT_CPU", seconds, seconds + 1},
		{RLIMIT_FSIZE, "setrlimit RLIMIT_FSIZE",
			SAME(l->file_size_bytes)},
		{RLIMIT_NOFILE, "setrlimit RLIMIT_NOFILE", SAME(l->open_files)},
		{RLIMIT_NPROC, "setrlimit RLIMIT_NPROC",
			SAME(together ? RLIM_INFINITY : processes)},
		{RLIMIT_STACK, "setrlimit RLIMIT_STACK", SAME(STACK_BYTES)},
		{RLIMIT_MEMLOCK, "setrlimit RLIMIT_MEMLOCK",
			SAME(many ? RLIM_INFINITY : MEMLOCK_BYTES)},
		/* Counted for all of the caller's processes, and those of other
		 * runs. */
		{RLIMIT_SIGPENDING, "setrlimit RLIMIT_SIGPENDING",
			SAME(many ? RLIM_INFINITY : SIGNALS)},
		{RLIMIT_MSGQUEUE, "setrlimit RLIMIT_MSGQUEUE", SAME(0)},
		{RLIMIT_NICE, "setrlimit RLIMIT_NICE", SAME(0)},
		{RLIMIT_RTPRIO, "setrlimit RLIMIT_RTPRIO", SAME(0)},
		{RLIMIT_AS, "setrlimit RLIMIT_AS", SAME(space)},
		{RLIMIT_DATA, "setrlimit RLIMIT_DATA", SAME(data)},
	};

	memcpy(wanted, all, sizeof(all));
}

static int rlimits_enter(const struct sb *box, struct sb_fail *why)
{
	struct wanted wanted[WANTED];

	make_wanted(box, wanted);
	for (size_t i = 0; i < WANTED; i++)
		if (wanted[i].soft != RLIM_INFINITY &&
			limit(wanted[i].resource, wanted[i].soft,
				wanted[i].hard))
			return sb_fails(why, wanted[i].step);
	return 0;
}

static void rlimits_look(const struct sb *box, struct sb_seen *seen)
{
	struct wanted wanted[WANTED];

	make_wanted(box, wanted);
	for (size_t i = 0; i < WANTED; i++) {
		/* A call that succeeds and tells nothing tells of no limit. */
		struct rlimit has = {RLIM_INFINITY, RLIM_INFINITY};

		if (wanted[i].soft == RLIM_INFINITY)
			continue;
		if (getrlimit((__rlimit_resource_t)wanted[i].resource, &has) ||
			has.rlim_cur > wanted[i].soft ||
			has.rlim_max > wanted[i].hard)
			seen->others++;
		else
			seen->held++;
	}
}

static bool rlimits_detail(const struct sb *box, const struct sb_seen *seen,
	char *text, size_t size)
{
	bool all = seen->held && !seen->others;

	(void)box;
	(void)snprintf(text, size,
		"%d of %d hold for each process, soft and hard", seen->held,
		seen->held + seen->others);
	return all;
}

const struct sb_layer layer_rlimits = {
	.name = "rlimits",
	.stage = SB_STAGE_PAYLOAD,
	.enter = rlimits_enter,
	.look = rlimits_look,
	.detail = rlimits_detail,
};
