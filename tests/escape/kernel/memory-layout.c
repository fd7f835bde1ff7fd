/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to move its own heap, stack and program about by PR_SET_MM
 * layer: seccomp; under it caps
 * inside: EPERM
 * without seccomp: ok | EINVAL
 */

#include <sys/prctl.h>

#include "tests/escape/attempt.h"

int main(void)
{
	unsigned size;

	return answer(prctl(PR_SET_MM, PR_SET_MM_MAP_SIZE, &size, 0, 0));
}
