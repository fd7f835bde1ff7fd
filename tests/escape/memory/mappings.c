/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to hold memory of the kernel in 32000 mappings each of four processes
 * layer: cgroup (memory)
 * limits: memory=16MiB
 * inside counted: memory_limit
 * inside uncounted: ok
 * with memory=512MiB: ok
 * wanted: memory_limit; /proc says how many mappings there are only by
 *   listing them: ten milliseconds for 32000, at each tick and for each
 *   process
 */

#include <sys/mman.h>

#include "tests/escape/attempt.h"

static void fill(void)
{
	char *at = mmap(NULL, 32000UL << 12, PROT_READ,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	for (size_t i = 0; at != MAP_FAILED && i < 32000; i += 2)
		(void)mprotect(at + (i << 12), 4096, PROT_NONE);
}

int main(void)
{
	children(4, fill);
	return answer(0);
}
