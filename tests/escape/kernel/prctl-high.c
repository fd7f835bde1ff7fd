/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: prctl with an option above the 32 bits that the kernel reads
 * layer: seccomp
 * inside: EPERM
 * without seccomp: ok
 */

#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(syscall(SYS_prctl, 1UL << 32 | 59, 0, 0, 0, 0));
}
