/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to have its system calls dispatched to itself
 * layer: seccomp
 * inside: EPERM
 * without seccomp: ok
 */

#include <sys/prctl.h>

#include "tests/escape/attempt.h"

#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH 59
#endif

int main(void)
{
	return answer(prctl(PR_SET_SYSCALL_USER_DISPATCH, 0, 0, 0, 0));
}
