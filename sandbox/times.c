/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The memory that times are kept in. */

#include <sys/mman.h>

#include "sandbox/layer.h"
#include "sandbox/times.h"

_Static_assert(ROW_COUNT <= SB_LAYERS_MOST, "raise SB_LAYERS_MOST");

struct sb_times *sb_times_new(size_t boxes)
{
	void *times = mmap(NULL, boxes * sizeof(struct sb_times),
		PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	/* cppcheck-suppress memleak ; MAP_FAILED is no memory */
	return times == MAP_FAILED ? NULL : times;
}

void sb_times_free(struct sb_times *times, size_t boxes)
{
	if (times)
		(void)munmap(times, boxes * sizeof(*times)); /* is mapped */
}
