/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Pipes for stdin, stdout and stderr of boxes. */

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "sandbox/file.h"
#include "sandbox/sandbox.h"

/* Node loses what does not fit into a pipe when it exits. */
#define MOST_BYTES (1 << 20)
#define LEAST_BYTES (64 << 10)

int sb_pipe(int bytes, int ends[2])
{
	if (pipe2(ends, O_CLOEXEC))
		return -1;
	/* Beyond the user's share of pipe memory it stays what it is: 64 KiB,
	 * or next to nothing, in which a program that exits loses its output.
	 */
	if (fcntl(ends[1], F_SETPIPE_SZ, bytes ? bytes : MOST_BYTES) >= 0 ||
		fcntl(ends[1], F_GETPIPE_SZ) >= LEAST_BYTES)
		return 0;
	(void)close(ends[0]); /* nothing was written */
	(void)close(ends[1]);
	errno = ENOSPC;
	return -1;
}

void sb_pipes_into(const struct sb_pipes *pipe, struct sb_spec *spec)
{
	spec->stdin_fd = pipe->fd[0][0];
	spec->stdout_fd = pipe->fd[1][1];
	spec->stderr_fd = pipe->fd[2][1];
}

void sb_pipes_close(struct sb_pipes *pipe)
{
	for (int i = 0; i < 3; i++)
		fds_close(pipe->fd[i], 2);
}
