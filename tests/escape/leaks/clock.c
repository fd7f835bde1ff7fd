/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to learn when the host was started, by the clock that counts from
 *   there
 * layer: none: a time namespace would cost half a millisecond
 * inside: host
 * outside: host
 * wanted: the run's own; by a time namespace, of half a millisecond a run,
 *   for what the load and the age of files tell as well
 */

#include <time.h>

#include "tests/escape/attempt.h"

int main(void)
{
	struct timespec since;

	(void)clock_gettime(CLOCK_BOOTTIME, &since);
	(void)puts(since.tv_sec > 5 ? "host" : "own");
	return 0;
}
