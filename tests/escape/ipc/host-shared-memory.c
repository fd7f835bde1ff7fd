/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to open POSIX shared memory of the host
 * layer: mounts
 * inside: ENOENT
 * without mounts landlock: ok
 */

#include <fcntl.h>

#include "tests/escape/attempt.h"

int main(int argc, char **argv)
{
	(void)argc;
	return answer(shm_open(argv[MARKER], O_RDONLY, 0));
}
