/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to make a pipe larger, at the cost of all pipes of the user
 * layer: seccomp
 * inside: EPERM
 * without seccomp: ok
 */

#include <fcntl.h>

#include "tests/escape/attempt.h"

int main(void)
{
	int ends[2];

	return answer(pipe(ends) ? -1 : fcntl(ends[1], F_SETPIPE_SZ, 1 << 20));
}
