/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to type into a terminal by a request with bits above the 32 that
 *   count
 * layer: seccomp; before it, it is a pipe
 * was: CVE-2019-10063, CVE-2019-7303
 * inside: EPERM
 * without seccomp: ENOTTY
 */

#include <sys/ioctl.h>
#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(syscall(SYS_ioctl, 0, TIOCSTI | 1UL << 32, "x"));
}
