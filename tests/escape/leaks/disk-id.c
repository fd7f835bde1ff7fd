/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to learn which host this is, by the UUID of the file system that /usr
 *   is on, and by its name below /sys/fs
 * layer: seccomp
 * inside: uuid EPERM; name EPERM; ext4 EPERM
 * without seccomp: uuid ok; name *; ext4 * | uuid ENOTTY; name ENOTTY; ext4 *
 */

#include <fcntl.h>
#include <stdint.h>
#include <sys/ioctl.h>

#include "tests/escape/attempt.h"

int main(void)
{
	uint32_t id[64] = {0};
	int fd = open("/usr", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	answer_to("uuid", ioctl(fd, _IOR(0x15, 0, unsigned char[17]), id));
	answer_to("name", ioctl(fd, _IOR(0x15, 1, unsigned char[129]), id));
	id[0] = 16; /* how much there is room for */
	answer_to("ext4", ioctl(fd, _IOR('f', 44, unsigned char[8]), id));
	return 0;
}
