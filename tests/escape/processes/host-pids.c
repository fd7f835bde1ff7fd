/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to see processes of the host in /proc
 * layer: pid, mounts (a new /proc)
 * inside: own only
 * without mounts landlock: others
 * outside: others
 */

#include <dirent.h>
#include <stdbool.h>

#include "tests/escape/attempt.h"

int main(void)
{
	DIR *proc = opendir("/proc");
	const struct dirent *entry;
	bool others = false;

	while (proc && (entry = readdir(proc)))
		others |= atoi(entry->d_name) > 0 &&
			  atoi(entry->d_name) != getpid();
	(void)puts(others ? "others" : "own only");
	return proc ? closedir(proc) : 1;
}
