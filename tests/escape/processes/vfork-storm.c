/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to confuse the account with a thousand vforks
 * layer: none is needed
 * inside: 1000 ok
 * no control: nothing forbids it
 */

#include <sys/wait.h>

#include "tests/escape/attempt.h"

static int made;

int main(void)
{
	static pid_t pid;

	while (made < 1000 && (pid = vfork()) >= 0) {
		if (pid == 0)
			_exit(0);
		made += waitpid(pid, NULL, 0) == pid;
	}
	(void)printf("%d %s\n", made, named(pid));
	return 0;
}
