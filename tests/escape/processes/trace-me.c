/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to be traced by its parent, which is init
 * layer: seccomp
 * inside: EPERM
 * without seccomp: ok
 */

#include <sys/ptrace.h>

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(ptrace(PTRACE_TRACEME, 0, NULL, NULL));
}
