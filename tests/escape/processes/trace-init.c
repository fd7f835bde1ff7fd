/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to trace init
 * layer: seccomp; under it session (init is not dumpable)
 * was: CVE-2016-8659, CVE-2026-41163
 * inside: EPERM
 * without seccomp: EPERM
 * off: ok
 */

#include <sys/ptrace.h>

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(ptrace(PTRACE_SEIZE, getppid(), NULL, NULL));
}
