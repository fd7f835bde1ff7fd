/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: clone3 with CLONE_NEWUSER, whose flags no filter can see
 * layer: seccomp
 * was: CVE-2021-41133
 * inside: ENOSYS
 * without seccomp: ok
 */

#include <linux/sched.h>
#include <signal.h>
#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	struct clone_args args = {
		.flags = CLONE_NEWUSER, .exit_signal = SIGCHLD};
	long pid = syscall(SYS_clone3, &args, sizeof(args));

	if (pid == 0)
		_exit(0);
	return answer(pid);
}
