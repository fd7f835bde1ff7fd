/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to hide memory in processes whose leading thread has ended
 * layer: cgroup, or the watchdog (memory)
 * limits: memory=48MiB
 * inside: memory_limit
 * with memory=256MiB: ok
 */

#include <pthread.h>
#include <sys/syscall.h>

#include "tests/escape/attempt.h"

static void *hold(void *unused)
{
	(void)usleep(50000);
	(void)held(20);
	wait_for_end();
	return unused;
}

int main(void)
{
	pthread_t thread;

	for (int i = 0; i < 4; i++)
		if (fork() == 0) {
			(void)pthread_create(&thread, NULL, hold, NULL);
			(void)syscall(SYS_exit, 0);
		}
	(void)usleep(1000000);
	return answer(0);
}
