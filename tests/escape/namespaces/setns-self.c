/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to enter a namespace of its own by /proc/self/ns
 * layer: seccomp; under it caps
 * inside: EPERM
 * without seccomp: EPERM
 * capable: ok
 */

#include <fcntl.h>
#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	int fd = open("/proc/self/ns/uts", O_RDONLY | O_CLOEXEC);

	return answer(syscall(SYS_setns, fd, 0));
}
