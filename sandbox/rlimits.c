/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Limits per process, which hold even where nothing counts the run as a whole.
 *
 * Theory of operation: soft and hard alike, never above what codeexec itself
 * was given. RLIMIT_NPROC counts per user namespace because it is set inside.
 * RLIMIT_CORE is 1 and not 0: a core handler that is a pipe is started even
 * for 0, and not for 1 (core(5)). RLIMIT_CPU has whole seconds and is a
 * back-stop. RLIMIT_DATA holds memory where no cgroup does.
 */

#include <stdio.h>
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

static int both(int resource, int64_t value)
{
	return limit(resource, (rlim_t)value, (rlim_t)value);
}

static int rlimits_enter(const struct sb *box, struct sb_fail *why)
{
	const struct sb_limits *l = &box->spec->limits;
	rlim_t seconds = (rlim_t)(l->cpu_time_ms + 999) / 1000;
	bool counted = box->memory == SB_MEMORY_CGROUP1 ||
		       box->memory == SB_MEMORY_CGROUP2;

	if (both(RLIMIT_CORE, 1))
		return sb_fails(why, "setrlimit RLIMIT_CORE");
	if (limit(RLIMIT_CPU, seconds, seconds + 1))
		return sb_fails(why, "setrlimit RLIMIT_CPU");
	if (both(RLIMIT_FSIZE, l->file_size_bytes))
		return sb_fails(why, "setrlimit RLIMIT_FSIZE");
	if (both(RLIMIT_NOFILE, l->open_files))
		return sb_fails(why, "setrlimit RLIMIT_NOFILE");
	if (both(RLIMIT_NPROC, l->processes))
		return sb_fails(why, "setrlimit RLIMIT_NPROC");
	if (both(RLIMIT_STACK, STACK_BYTES))
		return sb_fails(why, "setrlimit RLIMIT_STACK");
	if (both(RLIMIT_MEMLOCK, MEMLOCK_BYTES))
		return sb_fails(why, "setrlimit RLIMIT_MEMLOCK");
	/* Counted for all of the caller's processes, and those of other runs.
	 */
	if (both(RLIMIT_SIGPENDING, SIGNALS))
		return sb_fails(why, "setrlimit RLIMIT_SIGPENDING");
	if (both(RLIMIT_MSGQUEUE, 0) || both(RLIMIT_NICE, 0) ||
		both(RLIMIT_RTPRIO, 0))
		return sb_fails(why, "setrlimit RLIMIT_RTPRIO");
	if (l->address_space_bytes && both(RLIMIT_AS, l->address_space_bytes))
		return sb_fails(why, "setrlimit RLIMIT_AS");
	if (!counted && both(RLIMIT_DATA, l->memory_bytes))
		return sb_fails(why, "setrlimit RLIMIT_DATA");
	return 0;
}

static void rlimits_detail(const struct sb *box, char *text, size_t size)
{
	(void)box;
	(void)snprintf(text, size, "per process, soft and hard");
}

const struct sb_layer layer_rlimits = {
	.name = "rlimits",
	.stage = SB_STAGE_PAYLOAD,
	.enter = rlimits_enter,
	.detail = rlimits_detail,
};
