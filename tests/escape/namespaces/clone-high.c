/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: clone with CLONE_NEWUSER and a bit above the 32 that the kernel reads
 * layer: seccomp
 * was: CVE-2019-10063 (a filter that compares 64 bits)
 * inside: EPERM
 * without seccomp: ok
 */

#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>

#include "tests/escape/attempt.h"

/* A child that ends at once. */
static long cloned(unsigned long flags)
{
	long pid = syscall(SYS_clone, flags | SIGCHLD, 0, 0, 0, 0);

	if (pid == 0)
		_exit(0);
	return pid;
}

int main(void)
{
	return answer(cloned(CLONE_NEWUSER | 1UL << 40));
}
