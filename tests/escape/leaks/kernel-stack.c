/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to read where in the kernel it is, by /proc/self/stack
 * layer: caps
 * inside: EPERM | EACCES | ENOENT
 * host root: ok
 * no control as user: the kernel hides it from users
 */

#include <fcntl.h>

#include "tests/escape/attempt.h"

int main(void)
{
	char text[256];
	int fd = open("/proc/self/stack", O_RDONLY | O_CLOEXEC);

	return answer(fd < 0 ? -1 : read(fd, text, sizeof(text)));
}
