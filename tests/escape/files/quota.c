/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to change quotas
 * layer: seccomp
 * inside: EPERM
 * without seccomp: ENOSYS | ENODEV | EINVAL | ENOENT
 */

#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(syscall(SYS_quotactl, 0x80000700, "/dev/none", 0, 0));
}
