/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to leave a message for another run in /tmp
 * parties: two
 * layer: mounts
 * inside: ENOENT
 * without mounts landlock: ok
 */

#include <fcntl.h>

#include "tests/escape/attempt.h"

int main(int argc, char **argv)
{
	char path[128];

	(void)snprintf(path, sizeof(path), "/tmp/%s.met", argv[MARKER]);
	(void)argc;
	if (!strcmp(argv[ROLE], "first")) {
		(void)close(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
		stay();
	}
	(void)answer(open(path, O_RDONLY | O_CLOEXEC));
	(void)unlink(path);
	return 0;
}
