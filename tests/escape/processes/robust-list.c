/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to learn an address of init by get_robust_list
 * layer: seccomp; under it session (init is not dumpable)
 * inside: EPERM
 * off: ok
 */

#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	void *head;
	size_t len;

	return answer(syscall(SYS_get_robust_list, getppid(), &head, &len));
}
