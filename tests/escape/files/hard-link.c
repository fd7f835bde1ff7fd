/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to keep a file of the host by a hard link in the workdir
 * layer: mounts
 * shows: read-only
 * inside: EXDEV
 * outside: ok
 */

#include "tests/escape/attempt.h"

int main(int argc, char **argv)
{
	char path[256];

	(void)argc;
	(void)snprintf(path, sizeof(path), "%s/file", argv[FOLDER]);
	return answer(link(path, "linked"));
}
