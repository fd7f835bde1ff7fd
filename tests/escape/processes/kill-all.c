/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to kill all there is
 * layer: pid; init is out of kill(-1)'s reach
 * inside: ok; child 9; init there
 * no control: without the pid namespace it would kill what the caller runs
 */

#include <signal.h>
#include <sys/wait.h>

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
	int status = 0;

	(void)answer(kill(-1, SIGKILL));
	(void)waitpid(child, &status, 0);
	(void)printf("child %d\n", WTERMSIG(status));
	(void)puts(getppid() == 1 ? "init there" : "init gone");
	return 0;
}
