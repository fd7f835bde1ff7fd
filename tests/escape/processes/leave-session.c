/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to get away by a session and a process group of its own
 * layer: pid (init ends all)
 * inside: setsid ok
 * no control: nothing forbids it; escape.bats looks for what was left
 */

#include <sys/prctl.h>
#include <sys/wait.h>

#include "tests/escape/attempt.h"

int main(void)
{
	if (fork() == 0) {
		answer_to("setsid", setsid());
		(void)prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0);
		if (fork() == 0)
			wait_for_end();
		_exit(0);
	}
	(void)wait(NULL);
	return 0;
}
