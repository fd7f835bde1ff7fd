/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to use up the signals that all of a user's processes may have pending
 * layer: rlimits (SIGPENDING)
 * inside: 1024 EAGAIN
 * without rlimits: 2000 ok
 */

#include <signal.h>

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
	return sigqueue(getpid(), SIGRTMIN, (union sigval){0});
}

int main(void)
{
	sigset_t all;

	(void)sigfillset(&all);
	(void)sigprocmask(SIG_BLOCK, &all, NULL);
	return count(2000, once);
}
