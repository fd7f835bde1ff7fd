/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to freeze the host's file system
 * layer: caps
 * inside: EPERM
 * no control: it would freeze the host's file system
 */

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>

#include "tests/escape/attempt.h"

int main(void)
{
	int fd = open("/usr", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	return answer(ioctl(fd, FIFREEZE, 0));
}
