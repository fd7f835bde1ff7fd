/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to handle its own page faults, with which races are won
 * layer: seccomp
 * inside: EPERM
 * without seccomp: ok
 */

#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(
		syscall(SYS_userfaultfd, O_CLOEXEC | UFFD_USER_MODE_ONLY));
}
