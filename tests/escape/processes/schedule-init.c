/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to have init scheduled last of all, which delays the end of the run
 * layer: seccomp (pid 1 of the calls that schedule, and all of an id at once)
 * inside: scheduler EPERM; param EPERM; attr EPERM; affinity EPERM; nice EPERM;
 *   nice group EPERM; nice user EPERM; own ok
 * without seccomp: scheduler ok; param ok; attr ok; affinity ok; nice ok;
 *   nice group ok; nice user ok; own ok
 */

#include <sched.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include "tests/escape/attempt.h"

/* Of linux/sched/types.h, as far as it was always. */
struct attributes {
	uint32_t size;
	uint32_t policy;
	uint64_t flags;
	int32_t nice;
	uint32_t priority;
	uint64_t times[3];
};

int main(void)
{
	struct sched_param param = {0};
	struct attributes attributes = {
		.size = sizeof(attributes), .policy = SCHED_IDLE};
	pid_t init = getppid();
	cpu_set_t set;

	(void)sched_getaffinity(0, sizeof(set), &set);
	answer_to("scheduler", sched_setscheduler(init, SCHED_IDLE, &param));
	answer_to("param", sched_setparam(init, &param));
	answer_to("attr", syscall(SYS_sched_setattr, init, &attributes, 0));
	answer_to("affinity", sched_setaffinity(init, sizeof(set), &set));
	answer_to("nice", setpriority(PRIO_PROCESS, (id_t)init, 19));
	answer_to("nice group", setpriority(PRIO_PGRP, (id_t)init, 19));
	answer_to("nice user", setpriority(PRIO_USER, getuid(), 19));
	answer_to("own", sched_setscheduler(0, SCHED_IDLE, &param));
	return 0;
}
