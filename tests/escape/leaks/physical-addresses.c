/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to learn physical addresses of its pages, for Rowhammer
 * layer: caps
 * inside: hidden
 * host root: shown
 * no control as user: the kernel hides them from users
 */

#include <fcntl.h>
#include <stdint.h>

#include "tests/escape/attempt.h"

int main(void)
{
	uint64_t entry = 0;
	int fd = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
	off_t at = (off_t)((uintptr_t)&entry / 4096 * sizeof(entry));

	entry = 1;
	if (pread(fd, &entry, sizeof(entry), at) != sizeof(entry))
		return answer(-1);
	(void)puts(entry & ((UINT64_C(1) << 55) - 1) ? "shown" : "hidden");
	return 0;
}
