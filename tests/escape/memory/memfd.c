/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to hold memory in a file that is in no file system
 * layer: cgroup (memory); seccomp where none counts
 * limits: memory=32MiB
 * inside counted: memory_limit
 * inside uncounted: ENOSYS
 * with memory=256MiB counted: ok
 * outside: ok
 */

#include <sys/mman.h>

#include "tests/escape/attempt.h"

static char block[1 << 20];

int main(void)
{
	int fd = memfd_create("attempt", MFD_CLOEXEC);
	long result = fd;

	for (int i = 0; i < 64 && result >= 0; i++)
		result = write(fd, block, sizeof(block));
	return answer(result);
}
