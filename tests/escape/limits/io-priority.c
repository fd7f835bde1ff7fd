/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to have its reading served before the host's
 * layer: seccomp; under it caps
 * inside: EPERM
 * without seccomp: EPERM
 * host root: ok
 * no control as user: it takes a right over the host
 */

#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(syscall(SYS_ioprio_set, 1, 0, 1 << 13));
}
