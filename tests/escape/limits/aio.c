/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to take AIO contexts, of which the whole system has a number
 * layer: seccomp
 * inside: ENOSYS
 * without seccomp: ok
 */

#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	unsigned long context = 0;

	return answer(syscall(SYS_io_setup, 1000, &context));
}
