/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to make a device: the host's memory, its disk, a loop device
 * layer: landlock; under it caps, mounts (nodev)
 * inside: character EACCES; block EACCES
 * without landlock: character EPERM; block EPERM
 * host root: character ok; block ok
 * no control as user: it takes a right over the host
 */

#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "tests/escape/attempt.h"

int main(void)
{
	answer_to("character", mknod("mem", S_IFCHR | 0600, makedev(1, 1)));
	answer_to("block", mknod("disk", S_IFBLK | 0600, makedev(7, 0)));
	return 0;
}
