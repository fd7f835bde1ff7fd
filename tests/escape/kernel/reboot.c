/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to restart the machine
 * layer: seccomp; under it caps
 * inside: EPERM
 * without seccomp: EPERM
 * host root: EINVAL
 * no control as user: it takes a right over the host
 */

#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(syscall(SYS_reboot, 0, 0, 0, NULL));
}
