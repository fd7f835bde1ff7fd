/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to set limits of init, so that it cannot collect files
 * layer: seccomp (prlimit64 of pid 1); other processes of its own it may limit
 * inside: init EPERM; own ok
 * without seccomp: init ok; own ok
 */

#include <sys/resource.h>

#include "tests/escape/attempt.h"

int main(void)
{
	struct rlimit none = {0, 0};
	struct rlimit few = {32, 32};
	pid_t child = fork();

	if (child == 0)
		wait_for_end();
	answer_to("init", prlimit(getppid(), RLIMIT_NOFILE, &none, NULL));
	answer_to("own", prlimit(child, RLIMIT_NOFILE, &few, NULL));
	return 0;
}
