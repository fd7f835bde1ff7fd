/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to hide memory from the watchdog, by a name that looks like its
 *   figure
 * layer: cgroup, or the watchdog (memory)
 * limits: memory=48MiB
 * inside: memory_limit
 * with memory=256MiB: ok
 */

#include <sys/prctl.h>

#include "tests/escape/attempt.h"

static void hold(void)
{
	(void)held(20);
}

int main(void)
{
	(void)prctl(PR_SET_NAME, "RssAnon: 0");
	children(4, hold);
	return answer(0);
}
