/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to open a POSIX queue of the host
 * layer: seccomp; under it ipc, landlock
 * inside: EPERM
 * without seccomp: ENOENT
 * without seccomp ipc: EACCES
 * without seccomp ipc landlock: ok
 */

#include <fcntl.h>
#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(int argc, char **argv)
{
	(void)argc;
	return answer(syscall(SYS_mq_open, argv[MARKER], O_RDONLY, 0, NULL));
}
