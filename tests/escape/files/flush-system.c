/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to make the host write a file of its system, and drop it from the
 *   cache
 * layer: none
 * inside: fsync ok; fadvise ok
 * outside: fsync ok; fadvise ok
 * wanted: EPERM; seccomp sees an fd and not whose file it is. It slows the
 *   host and harms nothing
 */

#include <fcntl.h>

#include "tests/escape/attempt.h"

int main(void)
{
	int fd = open("/usr/bin/env", O_RDONLY | O_CLOEXEC);

	answer_to("fsync", fsync(fd));
	answer_to("fadvise", -posix_fadvise(fd, 0, 4096, POSIX_FADV_DONTNEED));
	return 0;
}
