/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to compute on by ignoring SIGXCPU
 * layer: cgroup or the watchdog (cpu_time); under it rlimits
 * limits: cpu_time=200ms
 * inside: cpu_limit
 * with cpu_time=5s: ok
 */

#include <signal.h>
#include <time.h>

#include "tests/escape/attempt.h"

static long milliseconds(clockid_t clock)
{
	struct timespec now;

	(void)clock_gettime(clock, &now);
	return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Use the processor for MS. */
static void burn(long ms)
{
	long end = milliseconds(CLOCK_PROCESS_CPUTIME_ID) + ms;

	while (milliseconds(CLOCK_PROCESS_CPUTIME_ID) < end)
		;
}

int main(void)
{
	(void)signal(SIGXCPU, SIG_IGN);
	burn(300);
	return answer(0);
}
