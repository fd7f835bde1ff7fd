/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to fork without end
 * layer: rlimits (processes; init and the program among them)
 * inside: 62 EAGAIN
 * without rlimits: 200 ok
 */

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
	pid_t pid = fork();

	if (pid == 0)
		wait_for_end();
	return pid;
}

int main(void)
{
	return count(200, once);
}
