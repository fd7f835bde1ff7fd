/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to trace a child
 * layer: seccomp
 * was: ptrace got past filters before Linux 4.8
 * inside: EPERM
 * without seccomp: ok
 */

#include <signal.h>
#include <sys/ptrace.h>

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
	int result = answer(ptrace(PTRACE_SEIZE, child, NULL, NULL));

	(void)kill(child, SIGKILL);
	return result;
}
