/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to have init scheduled last of all, which delays the end of the run
 * layer: none; seccomp could see the pid
 * inside: ok
 * off: ok
 * wanted: EPERM, by rows of sb_arguments for sched_setscheduler,
 *   sched_setparam,
 *   sched_setattr and sched_setaffinity with a pid that is not 0
 */

#include <sched.h>

#include "tests/escape/attempt.h"

int main(void)
{
	struct sched_param param = {0};

	return answer(sched_setscheduler(getppid(), SCHED_IDLE, &param));
}
