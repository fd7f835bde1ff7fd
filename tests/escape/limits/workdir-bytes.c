/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to fill the disk: four megabytes each in the workdir, /tmp and
 *   /dev/shm
 * layer: mounts (one tmpfs of bounded size)
 * limits: workdir=4MiB
 * inside: ENOSPC
 * with workdir=32MiB: ok
 */

#include <fcntl.h>

#include "tests/escape/attempt.h"

static char block[1 << 20];

static long filled(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	long wrote = fd;

	for (int i = 0; i < 4 && wrote >= 0; i++)
		wrote = write(fd, block, sizeof(block)) ==
					(ssize_t)sizeof(block)
				? 0
				: write(fd, block, 1);
	return wrote;
}

int main(void)
{
	if (filled("/workdir/file") < 0 || filled("/tmp/file") < 0)
		return answer(-1);
	return answer(filled("/dev/shm/file"));
}
