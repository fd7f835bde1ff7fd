/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to compare kernel objects of two processes by kcmp, an oracle of
 *   addresses
 * layer: seccomp
 * inside: EPERM
 * without seccomp: ok
 */

#include <linux/kcmp.h>
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
	int result =
		answer(syscall(SYS_kcmp, getpid(), child, KCMP_FILES, 0, 0));

	(void)kill(child, SIGKILL);
	return result;
}
