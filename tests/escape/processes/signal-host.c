/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to signal a process of the host that has the same id
 * layer: pid
 * inside: ESRCH
 * without pid mounts landlock: ok
 */

#include <signal.h>

#include "tests/escape/attempt.h"

int main(int argc, char **argv)
{
	(void)argc;
	return answer(kill(atoi(argv[TARGET]), 0));
}
