/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to hold memory in pipes, 127 of a process in four processes
 * layer: cgroup (memory)
 * limits: memory=16MiB
 * inside counted: memory_limit
 * inside uncounted: ok
 * with memory=256MiB: ok
 * wanted: memory_limit; the kernel bounds it at 64 MiB for all pipes of a user
 *   (fs.pipe-user-pages-soft), and shows the watchdog nothing of it
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
