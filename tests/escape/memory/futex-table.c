/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to hold memory of the kernel in a futex table of its own, a million
 *   slots
 * layer: seccomp; under it the cgroup (memory)
 * inside: EPERM
 * without seccomp: ok | EINVAL
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
