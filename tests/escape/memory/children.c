/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to hold memory in many processes, each of which has little
 * layer: cgroup, or the watchdog (memory)
 * limits: memory=48MiB
 * inside: memory_limit
 * with memory=256MiB: ok
 */

#include "tests/escape/attempt.h"

static void hold(void)
{
	(void)held(20);
}

int main(void)
{
	children(4, hold);
	return answer(0);
}
