/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to get more of the processor by a lower nice value
 * layer: rlimits (NICE 0), caps
 * inside: EACCES
 * host root: ok
 * no control as user: it takes a right over the host
 */

#include <sys/resource.h>

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(setpriority(PRIO_PROCESS, 0, -5));
}
