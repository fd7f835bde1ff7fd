/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to execute a set-user-ID program of root's that the operator shows
 * layer: mounts (nosuid), userns (root is not mapped), caps (no_new_privs)
 * shows: read-only
 * needs: root
 * inside: 65534
 * without mounts landlock: 65534
 * outside: 0
 */

#include "tests/escape/attempt.h"

int main(int argc, char **argv)
{
	char path[256];

	if (argc == 1) {
		(void)printf("%u\n", geteuid());
		return 0;
	}
	(void)snprintf(path, sizeof(path), "%s/set-user-id", argv[FOLDER]);
	(void)execl(path, path, NULL);
	return answer(-1);
}
