/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to make a file of a petabyte that has no blocks
 * layer: rlimits (file_size)
 * inside: SIGXFSZ
 * without rlimits: ok
 */

#include <fcntl.h>

#include "tests/escape/attempt.h"

int main(void)
{
	int fd = open("file", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

	return answer(ftruncate(fd, 1L << 50));
}
