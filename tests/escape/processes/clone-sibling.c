/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to make a child that is its sibling, a child of init that it did not
 *   fork
 * layer: pid (init ends all)
 * inside: parent 1
 * no control: nothing forbids it; escape.bats looks for the sibling
 */

#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	int ends[2];
	pid_t parent = 0;
	long pid;

	if (pipe(ends))
		return answer(-1);
	pid = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
	if (pid == 0) {
		parent = getppid();
		(void)!write(ends[1], &parent, sizeof(parent));
		(void)pause();
	}
	(void)!read(ends[0], &parent, sizeof(parent));
	(void)printf("parent %d\n", parent);
	return 0;
}
