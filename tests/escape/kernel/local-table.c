/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to write a local descriptor table, an old source of holes
 * layer: seccomp
 * inside: EPERM
 * without seccomp: ok | ENOSYS
 */

#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	char table[64];

	return answer(syscall(SYS_modify_ldt, 0, table, sizeof(table)));
}
