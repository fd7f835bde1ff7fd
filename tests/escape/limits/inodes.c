/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to use up the inodes by empty files
 * layer: mounts (one tmpfs of bounded inodes)
 * limits: workdir=4MiB
 * inside: ENOSPC
 * with workdir=16MiB: ok
 */

#include <fcntl.h>

#include "tests/escape/attempt.h"

int main(void)
{
	char name[16];

	for (int i = 0; i < 2000; i++) {
		int fd;

		(void)snprintf(name, sizeof(name), "%d", i);
		fd = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
		if (fd < 0)
			return answer(-1);
		(void)close(fd);
	}
	return answer(0);
}
