/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to signal another run of the same id, by every pid that it may have
 * parties: two
 * layer: pid
 * inside: ESRCH
 * without pid mounts landlock: ok
 */

#include <signal.h>

#include "tests/escape/attempt.h"

int main(int argc, char **argv)
{
	char path[256];
	FILE *file;
	pid_t pid = 0;

	(void)argc;
	(void)snprintf(path, sizeof(path), "%s/pid", argv[FOLDER]);
	if (!strcmp(argv[ROLE], "first")) {
		file = fopen(path, "we"); /* where there is such a folder */
		if (file && fprintf(file, "%d", getpid()) > 0)
			(void)fclose(file);
		stay();
	}
	file = fopen(path, "re");
	if (file && fscanf(file, "%d", &pid) == 1)
		return answer(kill(pid, 0)) || fclose(file) || unlink(path);
	for (pid = 2; pid < 4096; pid++)
		if (pid != getpid() && !kill(pid, 0))
			return answer(0);
	errno = ESRCH;
	return answer(-1);
}
