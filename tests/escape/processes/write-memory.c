/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to write the memory of a child by process_vm_writev
 * layer: seccomp
 * inside: EPERM
 * without seccomp: ok
 */

#include <signal.h>
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
	char byte = 0;
	struct iovec here = {&byte, 1};
	struct iovec there = {&byte, 1};
	int result = answer(process_vm_writev(child, &here, 1, &there, 1, 0));

	(void)kill(child, SIGKILL);
	return result;
}
