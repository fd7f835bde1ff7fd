/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to have another kernel loaded
 * layer: seccomp; under it caps
 * inside: EPERM
 * without seccomp: EPERM | ENOSYS
 * no control: a kernel without anything to load is refused to all
 */

#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(syscall(SYS_kexec_load, 0, 0, NULL, 0));
}
