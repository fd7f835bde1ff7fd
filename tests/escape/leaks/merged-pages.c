/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to have its pages merged with alike ones of others, which tells by
 *   the time of a write that there are such
 * layer: seccomp; it matters where the host has KSM switched on
 * inside: madvise EPERM; prctl EPERM
 * without seccomp: madvise ok; prctl * | madvise EINVAL; prctl EINVAL
 */

#include <stdint.h>
#include <sys/prctl.h>

#include "tests/escape/attempt.h"

#define SET_MEMORY_MERGE 67 /* PR_, of Linux 6.4 */

static char page[8192];

int main(void)
{
	void *at = (void *)(((uintptr_t)page + 4095) & ~4095UL);

	answer_to("madvise", madvise(at, 4096, MADV_MERGEABLE));
	answer_to("prctl", prctl(SET_MEMORY_MERGE, 0, 0, 0, 0));
	return 0;
}
