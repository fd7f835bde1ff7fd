/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to fill the table of processes with zombies
 * layer: rlimits (processes)
 * inside: 62 EAGAIN
 * without rlimits: 200 ok
 */

#include "tests/escape/attempt.h"

int main(void)
{
	int made = 0;
	pid_t pid = 0;

	while (made < 200 && (pid = fork()) >= 0) {
		if (pid == 0)
			_exit(0);
		made++;
	}
	(void)printf("%d %s\n", made, named(pid));
	return 0;
}
