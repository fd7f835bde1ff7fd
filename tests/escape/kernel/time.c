/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to set the time, in every way there is
 * layer: seccomp; under it caps
 * inside: settimeofday EPERM; clock_settime EPERM; adjtimex EPERM;
 *   clock_adjtime EPERM
 * without seccomp: settimeofday EPERM; clock_settime EINVAL; adjtimex ok;
 *   clock_adjtime ok
 * host root: settimeofday ok; clock_settime EINVAL; adjtimex ok; clock_adjtime
 *   ok
 */

#include <sys/syscall.h>
#include <sys/timex.h>
#include <time.h>

#include "tests/escape/attempt.h"

int main(void)
{
	static const struct timespec no_time = {.tv_nsec = -1};
	struct timex reading = {0};

	/* Nothing is set, but who may not set is told so. */
	answer_to("settimeofday", syscall(SYS_settimeofday, NULL, NULL));
	answer_to("clock_settime",
		syscall(SYS_clock_settime, CLOCK_REALTIME, &no_time));
	answer_to("adjtimex", adjtimex(&reading));
	answer_to("clock_adjtime", clock_adjtime(CLOCK_REALTIME, &reading));
	return 0;
}
