/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to make a terminal of its own
 * layer: mounts
 * inside: ENOENT
 * outside: ok
 */

#include <fcntl.h>

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC));
}
