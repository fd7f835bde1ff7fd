/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to let the kernel signal a process of the host, as the owner of a
 *   pipe
 * layer: pid
 * inside: ESRCH
 * without pid mounts landlock: ok
 */

#include <fcntl.h>

#include "tests/escape/attempt.h"

int main(int argc, char **argv)
{
	int ends[2];

	(void)argc;
	if (pipe(ends))
		return answer(-1);
	return answer(fcntl(ends[0], F_SETOWN, atoi(argv[TARGET])));
}
