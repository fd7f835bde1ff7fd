/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: the classic way out of a chroot: chroot into a folder, then climb
 * layer: seccomp; under it caps; behind them the root is the sandbox's
 * was: DOMjudge's chroot-escape
 * inside: chroot EPERM; climbed to a root without boot
 * without seccomp: chroot EPERM; climbed to a root without boot
 * capable: chroot ok; climbed to a root with boot
 */

#include <fcntl.h>
#include <sys/stat.h>

#include "tests/escape/attempt.h"

int main(void)
{
	int here;

	(void)mkdir("jail", 0700);
	here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	answer_to("chroot", chroot("jail"));
	(void)fchdir(here);
	for (int i = 0; i < 64; i++)
		(void)chdir("..");
	(void)!chroot(".");
	(void)printf("climbed to a root %s\n",
		access("boot", F_OK) ? "without boot" : "with boot");
	return 0;
}
