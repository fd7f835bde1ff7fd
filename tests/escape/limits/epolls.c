/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to make epoll without end
 * layer: rlimits (open_files)
 * inside: 253 EMFILE
 * without rlimits: 300 ok
 */

#include <sys/epoll.h>

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
	return epoll_create1(EPOLL_CLOEXEC);
}

int main(void)
{
	return count(300, once);
}
