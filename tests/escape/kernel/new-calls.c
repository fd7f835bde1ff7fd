/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: every call that is yet to be invented
 * layer: seccomp (calls that it does not know)
 * inside: ENOSYS 553
 * no control: no kernel has them
 */

#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	int unknown = 0;

	for (long number = 471; number < 1024; number++)
		unknown += syscall(number, -1, -1, -1, -1, -1, -1) < 0 &&
			   errno == ENOSYS;
	return printf("ENOSYS %d\n", unknown) < 0;
}
