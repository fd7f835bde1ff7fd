/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The payload's fds: 0, 1 and 2, and nothing of the host.
 *
 * Theory of operation: the three of the spec are put in their places, then all
 * others are closed by close_range, but the two pipes that are needed up to
 * execve and closed by it.
 *
 * Must not: keep any fd that execve would not close.
 */

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sandbox/file.h"
#include "sandbox/layer.h"

/* A pipe belongs to the program, or it could not open /dev/stdin and the like
 * anew. What is no pipe is not ours to give away. */
static int give(const struct sb *box, int fd)
{
	struct stat st;

	if (fstat(fd, &st))
		return -1;
	if (!S_ISFIFO(st.st_mode) || geteuid() != 0)
		return 0;
	return fchown(fd, sb_outside_uid(box), sb_outside_gid(box));
}

static int fds_prepare(struct sb *box, struct sb_fail *why)
{
	if (box->user == SB_USER_HOST)
		return 0;
	if (give(box, box->spec->stdin_fd) || give(box, box->spec->stdout_fd) ||
		give(box, box->spec->stderr_fd))
		return sb_fails(why, "fchown of a pipe");
	return 0;
}

static int place(int fd, int at)
{
	if (fd == at)
		return fcntl(fd, F_SETFD, 0);
	return dup2(fd, at) < 0 ? -1 : 0;
}

static int fds_enter(const struct sb *box, struct sb_fail *why)
{
	int keep[] = {box->child_fd[CHILD_GATE], box->child_fd[CHILD_SETUP]};

	if (place(box->spec->stdin_fd, STDIN_FILENO) ||
		place(box->spec->stdout_fd, STDOUT_FILENO) ||
		place(box->spec->stderr_fd, STDERR_FILENO))
		return sb_fails(why, "dup2");
	if (fds_keep(STDERR_FILENO + 1, keep, 2))
		return sb_fails(why, "close_range");
	return 0;
}

static const char *fds_remedy(const char *step, int err)
{
	(void)step;
	return err == ENOSYS ? "a kernel of 5.9 or later (close_range)" : "";
}

const struct sb_layer layer_fds = {
	.name = "fds",
	.stage = SB_STAGE_PAYLOAD,
	.prepare = fds_prepare,
	.enter = fds_enter,
	.remedy = fds_remedy,
};
