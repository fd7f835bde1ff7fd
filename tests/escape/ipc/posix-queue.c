/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to make a POSIX queue, of which the kernel has the memory
 * layer: seccomp; under it rlimits (MSGQUEUE), landlock
 * inside: EPERM
 * without seccomp: EMFILE
 * without seccomp rlimits: EACCES
 * without seccomp rlimits landlock: ok
 */

#include <fcntl.h>
#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(syscall(
		SYS_mq_open, "attempt", O_CREAT | O_RDONLY, 0600, NULL));
}
