/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to change the root by pivot_root
 * layer: seccomp; under it caps, landlock
 * inside: mount EPERM; pivot EPERM
 * without seccomp: mount EPERM; pivot EPERM
 * capable: mount ok; pivot ok
 */

#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	(void)mkdir("root", 0700);
	answer_to("mount", mount("none", "root", "tmpfs", 0, NULL));
	(void)chdir("root");
	answer_to("pivot", syscall(SYS_pivot_root, ".", "."));
	return 0;
}
