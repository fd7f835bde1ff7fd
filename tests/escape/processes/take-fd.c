/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to take an fd of a child by pidfd_getfd
 * layer: seccomp
 * inside: EPERM
 * without seccomp: ok
 */

#include <signal.h>
#include <sys/syscall.h>

#include "tests/escape/attempt.h"

/* A child that waits to be looked into. */
static pid_t sleeper(void)
{
	pid_t pid = fork();

	if (pid == 0) {
		(void)pause();
		_exit(0);
	}
	return pid;
}

int main(void)
{
	pid_t child = sleeper();
	int fd = (int)syscall(SYS_pidfd_open, child, 0);
	int result = answer(syscall(SYS_pidfd_getfd, fd, 1, 0));

	(void)kill(child, SIGKILL);
	return result;
}
