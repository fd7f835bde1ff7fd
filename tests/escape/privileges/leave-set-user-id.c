/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to leave a set-user-ID program of the caller's where others of the
 *   host
 *   can execute it
 * layer: none; seccomp could see the mode
 * shows: read-write
 * inside: ok
 * outside: ok
 * wanted: EPERM, by rows of sb_arguments for the bits 06000 in the mode of
 *   chmod,
 *   fchmod, fchmodat, open, openat, creat, mknod, mknodat, mkdir and mkdirat,
 *   and
 *   ENOSYS for openat2
 */

#include <fcntl.h>
#include <sys/stat.h>

#include "tests/escape/attempt.h"

int main(int argc, char **argv)
{
	(void)argc;
	if (chdir(argv[FOLDER]))
		return answer(-1);
	(void)close(open("left", O_WRONLY | O_CREAT | O_CLOEXEC, 0700));
	(void)answer(chmod("left", 04755));
	return unlink("left");
}
