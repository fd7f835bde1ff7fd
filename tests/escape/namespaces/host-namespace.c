/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to open the network namespace of a process of the host
 * layer: mounts; under it userns
 * inside: ENOENT
 * without mounts landlock: EACCES
 * outside: ok
 */

#include <fcntl.h>

#include "tests/escape/attempt.h"

int main(int argc, char **argv)
{
	char path[64];

	(void)argc;
	(void)snprintf(path, sizeof(path), "/proc/%s/ns/net", argv[TARGET]);
	return answer(open(path, O_RDONLY | O_CLOEXEC));
}
