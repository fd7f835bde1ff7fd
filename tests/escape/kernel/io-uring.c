/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to set up io_uring, which makes calls that no filter sees
 * layer: seccomp
 * inside: ENOSYS
 * without seccomp: ok
 */

#include <linux/io_uring.h>
#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	struct io_uring_params params = {0};

	return answer(syscall(SYS_io_uring_setup, 1, &params));
}
