/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to find an fd of the host that was left open, and to climb from there
 * layer: fds
 * was: CVE-2024-21626
 * inside: 0 1 2; none leads out
 * off: 0 1 2; none leads out
 * outside: 0 1 2 more; one leads out
 */

#include <fcntl.h>
#include <stdbool.h>

#include "tests/escape/attempt.h"

int main(void)
{
	bool more = false;
	bool out = false;

	for (int fd = 0; fd < 1024; fd++) {
		if (fcntl(fd, F_GETFD) < 0)
			continue;
		more |= fd > 2;
		out |= !faccessat(fd, "../../../boot", F_OK, 0);
	}
	(void)printf("0 1 2%s\n%s\n", more ? " more" : "",
		out ? "one leads out" : "none leads out");
	return 0;
}
