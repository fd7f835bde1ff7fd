/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to have its core written, or handed to the host's handler of cores
 * layer: rlimits (a limit of 1 starts no handler, 0 would)
 * inside: none
 * without rlimits seccomp: core | none
 */

#include <dirent.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "tests/escape/attempt.h"

int main(void)
{
	struct rlimit limit;
	const struct dirent *entry;
	const char *found = "none";
	DIR *folder;
	pid_t pid = fork();

	if (pid == 0) {
		(void)getrlimit(RLIMIT_CORE, &limit);
		limit.rlim_cur = limit.rlim_max;
		(void)setrlimit(RLIMIT_CORE, &limit);
		abort();
	}
	(void)waitpid(pid, NULL, 0);
	folder = opendir(".");
	while (folder && (entry = readdir(folder)))
		if (!strncmp(entry->d_name, "core", 4))
			found = "core";
	(void)puts(found);
	return folder ? closedir(folder) : 1;
}
