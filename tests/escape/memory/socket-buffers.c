/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to hold memory in the buffers of socket pairs
 * layer: cgroup, or the watchdog (memory)
 * limits: memory=16MiB
 * inside: memory_limit
 * with memory=256MiB: ok
 */

#include <sys/socket.h>

#include "tests/escape/attempt.h"

static char block[1 << 16];

int main(void)
{
	for (int i = 0; i < 120; i++) {
		int ends[2];

		if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends))
			return answer(-1);
		while (write(ends[0], block, sizeof(block)) > 0)
			;
	}
	(void)usleep(100000);
	return answer(0);
}
