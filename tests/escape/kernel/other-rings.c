/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: io_uring's other calls, and AIO's, though there is no ring
 * layer: seccomp
 * inside: enter ENOSYS; register ENOSYS; submit ENOSYS
 * without seccomp: enter EBADF; register EINVAL; submit EINVAL | enter EBADF;
 *   register EBADF;
 *   submit EINVAL
 */

#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	answer_to("enter", syscall(SYS_io_uring_enter, -1, 0, 0, 0, NULL, 0));
	answer_to("register", syscall(SYS_io_uring_register, -1, 0, NULL, 0));
	answer_to("submit", syscall(SYS_io_submit, 0, 0, NULL));
	return 0;
}
