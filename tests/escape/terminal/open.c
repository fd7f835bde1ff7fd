/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to open the terminal of the caller
 * layer: mounts; under it session
 * inside: ENOENT
 * without mounts landlock: ENXIO
 */

#include <fcntl.h>

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(open("/dev/tty", O_RDWR | O_CLOEXEC));
}
