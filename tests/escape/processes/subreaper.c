/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to become the one to whom orphans go, and to leave one behind
 * layer: pid (init ends all)
 * inside: ok
 * no control: nothing forbids it; escape.bats looks for the orphan
 */

#include <sys/prctl.h>
#include <sys/wait.h>

#include "tests/escape/attempt.h"

int main(void)
{
	int result = answer(prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0));

	if (fork() == 0) {
		if (fork() == 0)
			(void)pause();
		_exit(0);
	}
	(void)wait(NULL);
	return result;
}
