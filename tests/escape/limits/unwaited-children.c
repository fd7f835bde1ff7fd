/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to compute in children so short that nobody sees them, and whom
 *   nobody
 *   waits for, since SIGCHLD is ignored
 * layer: cgroup (cpu_time); the watchdog sees what lives at its tick
 * limits: cpu_time=200ms
 * inside counted: cpu_limit
 * inside uncounted: ok
 * with cpu_time=5s counted: ok
 * no control uncounted: it goes through
 * wanted: cpu_limit; without a cgroup the kernel has no count of such
 *   children, and what bounds them is the timeout
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
	(void)signal(SIGCHLD, SIG_IGN);
	for (int i = 0; i < 100; i++) {
		pid_t pid = fork();

		if (pid == 0) {
			burn(3);
			_exit(0);
		}
		(void)usleep(4000);
	}
	return answer(0);
}
