/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The system-call filter.
 *
 * Theory of operation: a filter that was compiled when codeexec was built (see
 * seccomp_rules.c for what it says): which calls there are, and which of their
 * arguments are refused. A call of a foreign ABI (i386, x32) kills the process.
 *
 * Must: be the last row. Must not: be asked for a decision at run time; a
 * pointer can change after it was looked at.
 */

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sandbox/layer.h"
#include "sandbox/seccomp_filters.h"

/* May the program leave files on the host? */
static bool is_shared(const struct sb *box)
{
	for (size_t i = 0; i < box->spec->bind_count; i++)
		if (box->spec->bind[i].kind == SB_BIND_READ_WRITE)
			return true;
	return false;
}

static const struct sock_fprog *filter_of(const struct sb *box)
{
	if (is_shared(box))
		return sb_counted(box) ? &sb_filter_counted_shared
				       : &sb_filter_uncounted_shared;
	return sb_counted(box) ? &sb_filter_counted : &sb_filter_uncounted;
}

static int seccomp_enter(const struct sb *box, struct sb_fail *why)
{
	return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, filter_of(box))
		       ? sb_fails(why, "seccomp")
		       : 0;
}

/* By a call and by an argument that would succeed, and do nothing, without it.
 */
static void seccomp_look(const struct sb *box, struct sb_seen *seen)
{
	bool unshared = !unshare(0) || errno != EPERM;
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, 0);

	(void)box;
	seen->in_force = !unshared && fd < 0 && errno == EAFNOSUPPORT;
	if (fd >= 0)
		(void)close(fd); /* not used */
}

static bool seccomp_detail(const struct sb *box, const struct sb_seen *seen,
	char *text, size_t size)
{
	(void)snprintf(text, size, "allowlist, %u instructions%s",
		filter_of(box)->len, seen->in_force ? "" : ", not in force");
	return seen->in_force;
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
	.look = seccomp_look,
	.detail = seccomp_detail,
	.remedy = seccomp_remedy,
};
