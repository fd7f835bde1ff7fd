/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to hold memory that is shared and then unmapped by all but one page
 * layer: cgroup (memory); seccomp where none counts
 * limits: memory=32MiB
 * inside counted: memory_limit
 * inside uncounted: EPERM
 * with memory=256MiB counted: ok
 * without seccomp uncounted: ok
 */

#include <sys/mman.h>

#include "tests/escape/attempt.h"

int main(void)
{
	size_t size = 16 << 20;

	for (int i = 0; i < 4; i++) {
		char *at = mmap(NULL, size, PROT_READ | PROT_WRITE,
			MAP_SHARED | MAP_ANONYMOUS, -1, 0);

		if (at == MAP_FAILED)
			return answer(-1);
		memset(at, 1, size);
		(void)munmap(at + 4096, size - 4096);
	}
	return answer(0);
}
