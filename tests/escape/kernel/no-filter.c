/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to switch the filter off by prctl
 * layer: seccomp
 * inside: off EINVAL; strict EFAULT; mode 2
 * without seccomp: off EINVAL; strict EFAULT; mode 0
 */

#include <linux/seccomp.h>
#include <sys/prctl.h>

#include "tests/escape/attempt.h"

int main(void)
{
	answer_to("off", prctl(PR_SET_SECCOMP, 0, 0, 0, 0));
	answer_to("strict", prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL));
	(void)printf("mode %d\n", prctl(PR_GET_SECCOMP));
	return 0;
}
