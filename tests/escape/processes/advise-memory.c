/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to have the memory of a child paged out by process_madvise
 * layer: seccomp; under it caps
 * inside: EPERM
 * without seccomp: EPERM
 * host root: ok
 * no control as user: it takes capabilities over the host
 */

#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#include "tests/escape/attempt.h"

/* A child that waits to be looked into. */
static pid_t sleeper(void)
{
	pid_t pid = fork();

	if (pid == 0) {
		(void)pause();
		_exit(0);
	}
	return pid;
}

int main(void)
{
	pid_t child = sleeper();
	int fd = (int)syscall(SYS_pidfd_open, child, 0);
	struct iovec range = {(void *)((uintptr_t)&fd & ~4095UL), 4096};
	int result = answer(
		syscall(SYS_process_madvise, fd, &range, 1, MADV_PAGEOUT, 0));

	(void)kill(child, SIGKILL);
	return result;
}
