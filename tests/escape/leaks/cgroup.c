/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to learn where on the host it is counted, by its cgroups
 * layer: cgroupns
 * inside: /
 * without cgroupns cgroup mounts landlock: *
 * no control: the caller may be in the root of its cgroups
 */

#include "tests/escape/attempt.h"

int main(void)
{
	char line[512];
	const char *path = "/";
	FILE *file = fopen("/proc/self/cgroup", "re");

	while (file && fgets(line, sizeof(line), file)) {
		char *at = strrchr(line, ':');

		if (at && strcmp(at, ":/\n") != 0)
			path = "another";
	}
	(void)puts(path);
	return file ? fclose(file) : 1;
}
