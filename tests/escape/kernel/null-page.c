/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to map the page at address 0, which turns null pointers of the kernel
 *   into
 *   its own
 * layer: the host's vm.mmap_min_addr; caps
 * inside: mmap EPERM; personality ok
 * host root: mmap ok; personality ok
 * no control as user: the sysctl holds for every user
 */

#include <sys/personality.h>

#include "tests/escape/attempt.h"

int main(void)
{
	void *at = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);

	answer_to("mmap", at == MAP_FAILED ? -1 : 0);
	answer_to("personality", personality(MMAP_PAGE_ZERO));
	return 0;
}
