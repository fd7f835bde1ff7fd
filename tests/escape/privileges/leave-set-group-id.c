/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to leave a set-group-ID program of the caller's where others of the
 *   host can execute it
 * layer: none: seccomp could see the mode
 * shows: read-write
 * inside: ok
 * outside: ok
 * wanted: EPERM; but a folder that hands its group down has the same bit, who
 *   copies a tree with such folders sets it, and a filter cannot tell a folder
 *   from a file
 */

#include <fcntl.h>
#include <sys/stat.h>

#include "tests/escape/attempt.h"

int main(int argc, char **argv)
{
	(void)argc;
	if (chdir(argv[FOLDER]))
		return answer(-1);
	(void)close(open("group", O_WRONLY | O_CREAT | O_CLOEXEC, 0700));
	(void)answer(chmod("group", 02755));
	return unlink("group");
}
