/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to signal another run, or the host, by a lock on a file of the system
 * parties: two
 * layer: none: who may read a file may lock it
 * inside: EAGAIN
 * outside: EAGAIN
 * wanted: ok; seccomp sees an fd and not whose file it is, and without
 *   flock no program could lock files of its own
 */

#include <fcntl.h>
#include <sys/file.h>

#include "tests/escape/attempt.h"

int main(int argc, char **argv)
{
	int fd = open("/usr/bin/env", O_RDONLY | O_CLOEXEC);

	(void)argc;
	if (!strcmp(argv[ROLE], "first")) {
		(void)flock(fd, LOCK_EX);
		stay();
	}
	return answer(flock(fd, LOCK_EX | LOCK_NB));
}
