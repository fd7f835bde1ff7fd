/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to make POSIX timers without end
 * layer: rlimits (SIGPENDING)
 * inside: 1024 EAGAIN
 * without rlimits: 2000 ok
 */

#include <signal.h>
#include <time.h>

#include "tests/escape/attempt.h"

/* How often ONCE can be done, of MOST times. */
static int count(int most, long (*once)(void))
{
	int done = 0;
	long result = 0;

	while (done < most && (result = once()) >= 0)
		done++;
	return printf("%d %s\n", done, named(result)) < 0;
}

static long once(void)
{
	timer_t timer;

	return timer_create(CLOCK_MONOTONIC, NULL, &timer);
}

int main(void)
{
	return count(2000, once);
}
