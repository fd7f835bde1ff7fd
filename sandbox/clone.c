/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Making the child: one clone3 with every namespace (but the cgroup and net
 * ones, see namespaces.c and net.c), so that nothing ever runs half confined,
 * and when it fails the name of the layer that was to blame.
 */

#include <errno.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox/layer.h"

/* The namespaces of the first COUNT rows of BOX. */
static uint64_t namespaces(const struct sb *box, size_t count)
{
	uint64_t flags = 0;

	for (size_t row = 0; row < count; row++)
		if (sb_has(box, (enum sb_row_index)row))
			flags |= sb_order[row].layer->clone_flags;
	if (box->user != SB_USER_USERNS)
		flags &= ~(uint64_t)CLONE_NEWUSER;
	return flags;
}

/* PIDFD is written to, by the kernel.
 * NOLINTNEXTLINE(readability-non-const-parameter) */
static pid_t clone_with(uint64_t flags, int *pidfd, int cgroup_fd)
{
	struct clone_args args = {
		.flags = flags,
		.exit_signal = SIGCHLD,
	};

	if (pidfd) {
		args.flags |= CLONE_PIDFD;
		args.pidfd = (uint64_t)(uintptr_t)pidfd;
	}
	if (cgroup_fd >= 0) {
		args.flags |= CLONE_INTO_CGROUP;
		args.cgroup = (unsigned)cgroup_fd;
	}
	return (pid_t)syscall(SYS_clone3, &args, sizeof(args));
}

/* Which row's namespaces the kernel refused: the first with which even a
 * child that ends at once cannot be had. */
static int blame(const struct sb *box)
{
	for (size_t row = 0; row < sb_order_count; row++) {
		pid_t pid;

		if (!sb_has(box, (enum sb_row_index)row) ||
			!sb_order[row].layer->clone_flags)
			continue;
		pid = clone_with(namespaces(box, row + 1), NULL, -1);
		if (pid == 0)
			_exit(0);
		if (pid < 0)
			return (int)row;
		while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
			continue;
	}
	return -1;
}

int sb_clone(struct sb *box, int cgroup_fd, struct sb_fail *why)
{
	pid_t pid;

	/* The child's /proc files must be ours, to write its id maps. */
	if (prctl(PR_SET_DUMPABLE, 1, 0, 0, 0))
		return sb_fails(why, "prctl PR_SET_DUMPABLE");
	pid = clone_with(
		namespaces(box, sb_order_count), &box->pidfd, cgroup_fd);
	if (pid == 0) {
		sb_init_main(box);
		return 1;
	}
	if (pid < 0) {
		sb_fails(why, "clone3");
		why->layer = blame(box);
		if (why->layer < 0 && cgroup_fd >= 0)
			why->layer = ROW_CGROUP;
		return -1;
	}
	box->init = pid;
	return 0;
}
