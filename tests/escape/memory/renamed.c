/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to hide memory from the watchdog, by a name that looks like its
 *   figure
 * layer: cgroup, or the watchdog (memory)
 * limits: memory=48MiB
 * inside counted: memory_limit
 * inside uncounted: ok
 * with memory=256MiB: ok
 * wanted: memory_limit from the watchdog as well, whose kilobytes() in watch.c
 *   should look for RssAnon and VmPTE at the beginning of a line
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
