/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to open a device in a folder that the operator shows
 * layer: mounts (nodev)
 * shows: read-only
 * needs: root
 * inside: EACCES
 * outside: ok
 */

#include <fcntl.h>

#include "tests/escape/attempt.h"

int main(int argc, char **argv)
{
	char path[256];

	(void)argc;
	(void)snprintf(path, sizeof(path), "%s/device", argv[FOLDER]);
	return answer(open(path, O_RDONLY | O_CLOEXEC));
}
