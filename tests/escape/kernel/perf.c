/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to count events of the processor
 * layer: seccomp
 * inside: EPERM
 * without seccomp: ok | EACCES | ENOENT
 * host root: ok | ENOENT
 */

#include <linux/perf_event.h>
#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	struct perf_event_attr attr = {.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_TASK_CLOCK,
		.exclude_kernel = 1};

	return answer(syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0));
}
