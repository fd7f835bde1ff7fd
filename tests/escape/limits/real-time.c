/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to be scheduled before everything else of the host
 * layer: rlimits (RTPRIO 0), caps
 * inside: EPERM
 * host root: ok
 * no control as user: it takes a right over the host
 */

#include <sched.h>

#include "tests/escape/attempt.h"

int main(void)
{
	struct sched_param param = {.sched_priority = 1};

	return answer(sched_setscheduler(0, SCHED_FIFO, &param));
}
