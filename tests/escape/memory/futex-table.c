/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to hold memory of the kernel in a futex table of its own, a million
 *   slots
 * layer: cgroup (memory)
 * limits: memory=32MiB
 * inside counted: memory_limit | EINVAL
 * inside uncounted: ok | EINVAL
 * with memory=256MiB: ok | EINVAL
 * wanted: EPERM, by a row of sb_arguments for prctl with PR_FUTEX_HASH (78);
 *   or
 *   a list of the options of prctl that are allowed. EINVAL is a kernel before
 *   6.16, which has no such tables
 */

#include <sys/prctl.h>

#include "tests/escape/attempt.h"

#define PR_FUTEX_HASH 78
#define PR_FUTEX_HASH_SET_SLOTS 1

int main(void)
{
	return answer(
		prctl(PR_FUTEX_HASH, PR_FUTEX_HASH_SET_SLOTS, 1UL << 20, 0, 0));
}
