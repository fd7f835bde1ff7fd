/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: socketpair of a family that has pairs besides AF_UNIX: TIPC
 * layer: seccomp
 * inside: TIPC EAFNOSUPPORT; UNIX ok
 * without seccomp: TIPC ok; UNIX ok | TIPC EAFNOSUPPORT; UNIX ok
 * no control: this kernel may not have it, and then it is refused alike
 */

#include <sys/socket.h>

#include "tests/escape/attempt.h"

int main(void)
{
	int ends[2];

	answer_to("TIPC", socketpair(30, SOCK_STREAM, 0, ends));
	answer_to("UNIX", socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
	return 0;
}
