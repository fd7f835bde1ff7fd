/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to start threads without end
 * layer: rlimits (processes)
 * inside: 62 EAGAIN
 * without rlimits: 200 ok
 */

#include <pthread.h>

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

static void *wait_forever(void *unused)
{
	wait_for_end();
	return unused;
}

static long once(void)
{
	pthread_t thread;

	errno = pthread_create(&thread, NULL, wait_forever, NULL);
	return errno ? -1 : 0;
}

int main(void)
{
	return count(200, once);
}
