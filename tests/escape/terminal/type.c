/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to type a command into the terminal of the caller, by stdin, stdout
 *   and stderr
 * layer: seccomp; before it, all three are pipes
 * was: CVE-2017-5226
 * inside: 0 EPERM; 1 EPERM; 2 EPERM
 * without seccomp: 0 ENOTTY; 1 ENOTTY; 2 ENOTTY
 */

#include <sys/ioctl.h>

#include "tests/escape/attempt.h"

int main(void)
{
	char byte[] = {3, 0};

	answer_to("0", ioctl(0, TIOCSTI, byte));
	answer_to("1", ioctl(1, TIOCSTI, byte));
	answer_to("2", ioctl(2, TIOCSTI, byte));
	return 0;
}
