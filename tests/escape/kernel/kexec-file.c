/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to have another kernel loaded from a file
 * layer: seccomp; under it caps
 * inside: EPERM
 * without seccomp: EPERM | ENOSYS
 * host root: EBADF | ENOSYS | EPERM
 * no control as user: it takes a right over the host
 */

#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(syscall(SYS_kexec_file_load, -1, -1, 0, NULL, 0));
}
