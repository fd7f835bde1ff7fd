/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to hold memory of the kernel in locks on single bytes, 100000 of them
 * layer: none: neither a cgroup nor the watchdog counts them
 * limits: memory=16MiB
 * inside: ok
 * no control: it goes through
 * wanted: memory_limit; the kernel counts locks for nobody (RLIMIT_LOCKS
 *   holds none any more), and /proc/locks, of which a /proc of pids alone
 *   has none, is of the whole host: to read it at each tick would cost by
 *   what others lock
 */

#include <fcntl.h>

#include "tests/escape/attempt.h"

#define FILES 200
#define LOCKS 125 /* of a file: the list of them is walked for each */

static void lock(void)
{
	struct flock lock = {.l_type = F_WRLCK, .l_len = 1};

	for (int i = 0; i < FILES; i++) {
		char name[32];
		int fd;

		(void)snprintf(name, sizeof(name), "%d-%d", getpid(), i);
		fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
		for (lock.l_start = 0; lock.l_start < 2 * LOCKS;
			lock.l_start += 2)
			if (fcntl(fd, F_SETLK, &lock))
				exit(answer(-1));
	}
}

int main(void)
{
	children(4, lock);
	return answer(0);
}
