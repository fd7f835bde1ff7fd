/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to hold memory in page tables, by a page of zeros in every 2 MiB of
 *   64 GiB
 * layer: rlimits (address_space)
 * inside: ENOMEM
 * without rlimits: ok
 */

#include <sys/mman.h>

#include "tests/escape/attempt.h"

int main(void)
{
	size_t size = 64UL << 30;
	volatile char *at = mmap(NULL, size, PROT_READ,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (at == MAP_FAILED)
		return answer(-1);
	for (size_t i = 0; i < size; i += 2UL << 20)
		(void)at[i];
	return answer(0);
}
