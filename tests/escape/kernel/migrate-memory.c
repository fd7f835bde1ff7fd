/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to move pages of other processes between nodes
 * layer: seccomp
 * inside: migrate EPERM; move EPERM
 * without seccomp: migrate EPERM | ok; move EPERM | migrate ok; move ok |
 *   migrate EPERM; move ok | migrate EINVAL; move ok
 */

#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	unsigned long node = 1;

	answer_to("migrate", syscall(SYS_migrate_pages, 0, 64, &node, &node));
	answer_to("move", syscall(SYS_move_pages, 0, 0, NULL, NULL, NULL, 0));
	return 0;
}
