/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to make the host write its disks, by sync and syncfs
 * layer: seccomp (sync succeeds and does nothing)
 * inside: sync 0; syncfs EPERM
 * without seccomp: sync 0; syncfs ok
 */

#include <fcntl.h>
#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	int fd = open("/usr", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	(void)printf("sync %ld\n", syscall(SYS_sync));
	answer_to("syncfs", syncfs(fd));
	return 0;
}
