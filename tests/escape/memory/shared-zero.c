/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to hold shared memory that is mapped from /dev/zero
 * layer: cgroup (memory); mounts where none counts (/dev/full stands in for
 *   it)
 * limits: memory=32MiB
 * inside counted: memory_limit
 * inside uncounted: ENODEV
 * with memory=256MiB counted: ok
 * outside: ok
 */

#include <fcntl.h>
#include <sys/mman.h>

#include "tests/escape/attempt.h"

int main(void)
{
	size_t size = 16 << 20;
	int fd = open("/dev/zero", O_RDWR | O_CLOEXEC);

	for (int i = 0; i < 4; i++) {
		char *at = mmap(
			NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

		if (at == MAP_FAILED)
			return answer(-1);
		memset(at, 1, size);
		(void)munmap(at + 4096, size - 4096);
	}
	return answer(0);
}
