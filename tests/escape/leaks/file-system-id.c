/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to learn which host this is, by the number of the file system that
 *   /usr is on: of some kinds it is made of the UUID
 * layer: none: it comes with how much of a disk is free
 * inside: shown | none
 * outside: shown | none
 * wanted: none; seccomp cannot change an answer, and programs ask statfs
 *   before they write
 */

#include <sys/vfs.h>

#include "tests/escape/attempt.h"

int main(void)
{
	struct statfs fs = {0};

	if (statfs("/usr", &fs))
		return answer(-1);
	(void)puts(fs.f_fsid.__val[0] || fs.f_fsid.__val[1] ? "shown" : "none");
	return 0;
}
