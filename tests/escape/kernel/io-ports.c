/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to reach the machine's ports by iopl and ioperm
 * layer: seccomp; under it caps
 * inside: iopl EPERM; ioperm EPERM
 * without seccomp: iopl EPERM; ioperm EPERM | iopl ENOSYS; ioperm ENOSYS
 * host root: iopl ok; ioperm ok | iopl ENOSYS; ioperm ENOSYS
 * no control as user: it takes a right over the host
 */

#include <sys/io.h>

#include "tests/escape/attempt.h"

int main(void)
{
	answer_to("iopl", iopl(3));
	answer_to("ioperm", ioperm(0x80, 1, 1));
	return 0;
}
