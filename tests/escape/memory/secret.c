/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to hold memory that even the kernel has unmapped
 * layer: seccomp
 * inside: EPERM
 * without seccomp: ok | ENOSYS
 */

#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(syscall(SYS_memfd_secret, 0));
}
