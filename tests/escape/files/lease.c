/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to hold up whoever opens a file of the system, by a lease on it
 * layer: userns (its owner is not mapped), caps
 * inside: EACCES
 * host root: ok
 * no control as user: the files are root's
 */

#include <fcntl.h>

#include "tests/escape/attempt.h"

int main(void)
{
	int fd = open("/usr/bin/env", O_RDONLY | O_CLOEXEC);

	return answer(fcntl(fd, F_SETLEASE, F_RDLCK));
}
