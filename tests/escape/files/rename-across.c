/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to move a file into another folder of the sandbox by rename, with
 *   rights
 *   that it has there
 * layer: mounts (each folder that can be written is a mount)
 * inside: EXDEV
 * outside: ok
 */

#include <fcntl.h>

#include "tests/escape/attempt.h"

int main(int argc, char **argv)
{
	char path[128];

	(void)argc;
	(void)snprintf(path, sizeof(path), "/tmp/%s", argv[MARKER]);
	(void)close(open("file", O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
	(void)answer(rename("file", path));
	(void)unlink(path);
	return 0;
}
