/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: calls 335 and 336, which the kernel lets past every filter, for
 *   uprobes
 * layer: none: the kernel ends who was not sent there by it
 * inside: SIGILL 0 | SIGILL SIGILL | 0 0
 * outside: SIGILL 0 | SIGILL SIGILL | 0 0
 * no control: they do nothing for who was not sent there
 */

#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "tests/escape/attempt.h"

static void call(long number)
{
	(void)syscall(number, 0, 0, 0, 0, 0, 0);
}

/* How a child ends that makes call NUMBER: the signal; 0 = not by one. */
static int end_of(long number)
{
	int status = 0;
	pid_t pid = fork();

	if (pid == 0) {
		call(number);
		_exit(0);
	}
	(void)waitpid(pid, &status, 0);
	return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

int main(void)
{
	for (long number = 335; number < 337; number++) {
		int end = end_of(number);

		(void)printf("%s%s%s", number > 335 ? " " : "",
			end ? "SIG" : "0", end ? sigabbrev_np(end) : "");
	}
	return puts("") < 0;
}
