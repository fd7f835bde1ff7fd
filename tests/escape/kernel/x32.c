/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: every call of the x32 ABI, which a filter by number would let pass
 * layer: seccomp
 * was: firejail 0.9.42
 * inside: 548 SIGSYS
 * without seccomp: 0 SIGSYS
 */

#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "tests/escape/attempt.h"

/* Nothing that a kernel with this ABI would carry out does harm. */
static void call(long number)
{
	(void)syscall(0x40000000L | number, -1L, -1L, -1L, -1L, -1L, -1L);
}

/* How a child ends that makes call NUMBER: the signal; 0 = not by one. */
static int end_of(long number)
{
	int status = 0;
	pid_t pid = fork();

	if (pid == 0) {
		call(number);
		_exit(0);
	}
	(void)waitpid(pid, &status, 0);
	return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

int main(void)
{
	int killed = 0;

	for (long number = 0; number < 548; number++)
		killed += end_of(number) == SIGSYS;
	return printf("%d SIGSYS\n", killed) < 0;
}
