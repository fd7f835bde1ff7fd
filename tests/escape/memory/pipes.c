/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to hold memory in pipes, 127 of a process in four processes
 * layer: cgroup, or the watchdog (memory)
 * limits: memory=16MiB
 * inside: memory_limit
 * with memory=256MiB: ok
 */

#include <fcntl.h>

#include "tests/escape/attempt.h"

static char block[1 << 16];

static void fill(void)
{
	int ends[2];

	while (!pipe2(ends, O_NONBLOCK))
		while (write(ends[1], block, sizeof(block)) > 0)
			;
}

int main(void)
{
	children(4, fill);
	return answer(0);
}
