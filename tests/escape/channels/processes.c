/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to starve another run of the same id of processes
 * parties: two
 * layer: userns (RLIMIT_NPROC counts in each of its own); root without user
 *   namespaces: cgroup (pids), where there is one
 * inside: 62 EAGAIN
 * setuid counted: 62 EAGAIN
 * setuid uncounted: 20 EAGAIN
 * no control: it goes through where neither is there
 */

#include "tests/escape/attempt.h"

static int forks(int most)
{
	int made = 0;
	pid_t pid = 0;

	while (made < most && (pid = fork()) >= 0) {
		if (pid == 0)
			wait_for_end();
		made++;
	}
	return printf("%d %s\n", made, named(pid)) < 0;
}

int main(int argc, char **argv)
{
	(void)argc;
	if (!strcmp(argv[ROLE], "first")) {
		for (int i = 0; i < 40; i++)
			if (fork() == 0)
				wait_for_end();
		stay();
	}
	return forks(200);
}
