/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to make a pipe larger, at the cost of all pipes of the user
 * layer: seccomp
 * inside: larger EPERM; by high bits EPERM; as it is ok
 * without seccomp: larger ok; by high bits ok; as it is ok
 */

#include <fcntl.h>
#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	int ends[2];

	if (pipe(ends))
		return answer(-1);
	answer_to("larger", fcntl(ends[1], F_SETPIPE_SZ, 1 << 20));
	answer_to("by high bits",
		syscall(SYS_fcntl, ends[1], F_SETPIPE_SZ, 1UL << 32 | 1 << 20));
	answer_to("as it is", fcntl(ends[1], F_SETPIPE_SZ, 64 << 10));
	return 0;
}
