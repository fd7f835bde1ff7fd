/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The system-call filter.
 *
 * Theory of operation: two filters, compiled when codeexec was built (see
 * seccomp_rules.c for what they say): which calls there are, and which of
 * their arguments are refused. The kernel takes the stricter answer of the
 * two. A call of a foreign ABI (i386, x32) kills the process.
 *
 * Must: be the last row. Must not: be asked for a decision at run time; a
 * pointer can change after it was looked at.
 */

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sandbox/layer.h"
#include "sandbox/seccomp_filters.h"

static int load(const struct sock_fprog *filter)
{
	return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, filter);
}

static int seccomp_enter(const struct sb *box, struct sb_fail *why)
{
	bool counted = box->memory == SB_MEMORY_CGROUP1 ||
		       box->memory == SB_MEMORY_CGROUP2;

	/* Arguments first: the other one is what may still allow seccomp. */
	if (load(counted ? &sb_filter_arguments_counted
			 : &sb_filter_arguments_uncounted))
		return sb_fails(why, "seccomp arguments");
	if (load(counted ? &sb_filter_calls_counted
			 : &sb_filter_calls_uncounted))
		return sb_fails(why, "seccomp calls");
	return 0;
}

static void seccomp_detail(const struct sb *box, char *text, size_t size)
{
	(void)box;
	(void)snprintf(text, size, "allowlist, %u + %u instructions",
		sb_filter_calls_counted.len, sb_filter_arguments_counted.len);
}

static const char *seccomp_remedy(const char *step, int err)
{
	(void)step;
	if (err == EINVAL || err == ENOSYS)
		return "a kernel with CONFIG_SECCOMP_FILTER";
	return "";
}

const struct sb_layer layer_seccomp = {
	.name = "seccomp",
	.stage = SB_STAGE_PAYLOAD,
	.enter = seccomp_enter,
	.detail = seccomp_detail,
	.remedy = seccomp_remedy,
};
