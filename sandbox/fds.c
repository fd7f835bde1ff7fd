/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The payload's fds: 0, 1 and 2, and nothing of the host.
 *
 * Theory of operation: the three of the spec are put in their places, then all
 * others are closed by close_range, but the gate and the set-up pipe, which are
 * needed up to execve and closed by it. A warm program keeps its socket: it is
 * the operator's own, and a run that is forked from it goes through this row
 * without.
 *
 * Must not: keep any other fd that execve would not close.
 */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
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
	return fchown(fd, (uid_t)box->outside_uid, (gid_t)box->outside_gid);
}

int sb_fds_give(const struct sb *box)
{
	if (box->user == SB_USER_HOST)
		return 0;
	return give(box, box->spec->stdin_fd) ||
			       give(box, box->spec->stdout_fd) ||
			       give(box, box->spec->stderr_fd)
		       ? -1
		       : 0;
}

static int fds_prepare(struct sb *box, struct sb_fail *why)
{
	return sb_fds_give(box) ? sb_fails(why, "fchown of a pipe") : 0;
}

static int place(int fd, int at)
{
	if (fd == at)
		return fcntl(fd, F_SETFD, 0);
	return dup2(fd, at) < 0 ? -1 : 0;
}

static int fds_enter(const struct sb *box, struct sb_fail *why)
{
	int keep[] = {box->child_fd[CHILD_GATE], box->child_fd[CHILD_SETUP],
		box->spec->warm_fd ? box->spec->warm_fd : -1};

	if (place(box->spec->stdin_fd, STDIN_FILENO) ||
		place(box->spec->stdout_fd, STDOUT_FILENO) ||
		place(box->spec->stderr_fd, STDERR_FILENO))
		return sb_fails(why, "dup2");
	if (box->spec->warm_fd && fcntl(box->spec->warm_fd, F_SETFD, 0))
		return sb_fails(why, "fcntl F_SETFD");
	if (fds_keep(STDERR_FILENO + 1, keep, 3))
		return sb_fails(why, "close_range");
	return 0;
}

#define FDS_LOOKED_AT 4096

static void fds_look(const struct sb *box, struct sb_seen *seen)
{
	(void)box;
	for (int fd = 0; fd < FDS_LOOKED_AT; fd++) {
		int flags = fcntl(fd, F_GETFD);

		if (flags < 0)
			continue;
		if (fd <= STDERR_FILENO && !(flags & FD_CLOEXEC))
			seen->held++;
		else if (flags & FD_CLOEXEC)
			seen->ending++;
		else
			seen->others++;
	}
}

static bool fds_detail(const struct sb *box, const struct sb_seen *seen,
	char *text, size_t size)
{
	bool only = seen->held == 3 && !seen->others;

	(void)box;
	if (only)
		(void)snprintf(text, size,
			"0, 1 and 2 stay open; %d of the set-up end at execve",
			seen->ending);
	else
		(void)snprintf(text, size,
			"%d of 0, 1 and 2 stay open, and %d others", seen->held,
			seen->others);
	return only;
}

static const char *fds_remedy(const char *step, int err)
{
	if (err == ENOSYS)
		return "a kernel of 5.9 or later (close_range)";
	if (!strncmp(step, "fchown", 6))
		return "give root CAP_CHOWN (docker run --cap-add CHOWN), or "
		       "start codeexec as an ordinary user";
	return "";
}

const struct sb_layer layer_fds = {
	.name = "fds",
	.stage = SB_STAGE_PAYLOAD,
	.prepare = fds_prepare,
	.enter = fds_enter,
	.look = fds_look,
	.detail = fds_detail,
	.remedy = fds_remedy,
};
