/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to signal another run by a record lock on a file of the system
 * layer: mounts: one that others would notice takes a file that is open for
 *   writing
 * inside: write EBADF; read ok
 * host root: write ok; read ok
 * no control as user: the files are root's
 */

#include <fcntl.h>

#include "tests/escape/attempt.h"

int main(void)
{
	struct flock lock = {.l_type = F_WRLCK};
	int fd = open("/usr/bin/env", O_RDWR | O_CLOEXEC);

	if (fd < 0)
		fd = open("/usr/bin/env", O_RDONLY | O_CLOEXEC);
	answer_to("write", fcntl(fd, F_SETLK, &lock));
	lock.l_type = F_RDLCK;
	answer_to("read", fcntl(fd, F_SETLK, &lock));
	return 0;
}
