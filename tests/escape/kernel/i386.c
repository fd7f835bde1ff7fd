/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: calls of the i386 ABI by int 0x80: getpid, mount, socketcall, ptrace
 * layer: seccomp
 * inside: SIGSYS SIGSYS SIGSYS SIGSYS
 * without seccomp: 0 0 0 0 | SIGSEGV SIGSEGV SIGSEGV SIGSEGV
 */

#include <signal.h>
#include <sys/wait.h>

#include "tests/escape/attempt.h"

static void call(long number)
{
	long result;

	__asm__ volatile("int $0x80"
			 : "=a"(result)
			 : "a"(number), "b"(0L), "c"(0L), "d"(0L)
			 : "memory", "r8", "r9", "r10", "r11");
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
	static const long numbers[] = {20, 21, 102, 26};

	for (size_t i = 0; i < 4; i++) {
		int end = end_of(numbers[i]);

		(void)printf("%s%s%s", i ? " " : "", end ? "SIG" : "0",
			end ? sigabbrev_np(end) : "");
	}
	return puts("") < 0;
}
