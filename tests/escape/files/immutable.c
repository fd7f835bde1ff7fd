/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to make a file that cannot be removed
 * layer: caps
 * inside: EPERM
 * host root: ok
 * no control as user: it takes a right over the host
 */

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>

#include "tests/escape/attempt.h"

int main(void)
{
	int fd = open("file", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	int flags = FS_IMMUTABLE_FL;
	int result = answer(ioctl(fd, FS_IOC_SETFLAGS, &flags));

	flags = 0;
	(void)ioctl(fd, FS_IOC_SETFLAGS, &flags);
	return result;
}
