/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to learn which host this is, by the UUID of the file system that /usr
 *   is on
 * layer: none; seccomp could see the request
 * inside: ok | ENOTTY
 * no control: it goes through
 * wanted: ENOTTY, by a row of sb_arguments for ioctl with FS_IOC_GETFSUUID, as
 *   of
 *   FS_IOC_GETFSLABEL and FS_IOC_GETFSSYSFSPATH
 */

#include <fcntl.h>
#include <sys/ioctl.h>

#include "tests/escape/attempt.h"

int main(void)
{
	unsigned char id[17];
	int fd = open("/usr", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	return answer(ioctl(fd, _IOR(0x15, 0, unsigned char[17]), id));
}
