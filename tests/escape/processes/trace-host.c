/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to trace a process of the host that has the same id
 * layer: seccomp; under it pid
 * inside: EPERM
 * without seccomp: ESRCH
 * outside: ok
 */

#include <sys/ptrace.h>

#include "tests/escape/attempt.h"

int main(int argc, char **argv)
{
	(void)argc;
	return answer(ptrace(PTRACE_SEIZE, atoi(argv[TARGET]), NULL, NULL));
}
