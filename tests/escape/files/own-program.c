/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to write to the program that runs, by an fd of /proc/self/exe, once
 *   it has
 *   turned into another
 * layer: mounts
 * was: CVE-2019-5736
 * shows: read-only
 * inside: sh: 1: cannot create /proc/self/fd/9: Read-only file system; exit 2
 * outside: written
 */

#include <fcntl.h>

#include "tests/escape/attempt.h"

int main(int argc, char **argv)
{
	char path[256];

	if (argc > 1) {
		(void)snprintf(path, sizeof(path), "%s/program", argv[FOLDER]);
		(void)execl(path, path, NULL);
		return answer(-1);
	}
	(void)dup2(open("/proc/self/exe", O_PATH), 9);
	(void)execl("/bin/sh", "sh", "-c",
		"{ : >>/proc/self/fd/9 && echo written; } 2>&1", NULL);
	return answer(-1);
}
