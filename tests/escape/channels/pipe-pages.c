/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to use up the memory that the pipes of an id may have: those of
 *   another run
 *   of root's get a page or two, and a user's other runs are refused
 *   altogether
 * parties: two
 * layer: none: the kernel counts it for the id as a whole
 * alone: no other run of this id could start
 * inside as root: 8192 | 4096
 * inside as user: refused: this user's share of pipe memory is used up*
 * no control: it goes through
 * wanted: 65536: codeexec could start with the pipes that it gets, rather than
 *   refuse; what would end it is an id of its own for each run
 */

#include <fcntl.h>

#include "tests/escape/attempt.h"

static void fill(void)
{
	int ends[2];

	while (!pipe(ends))
		;
}

int main(int argc, char **argv)
{
	int ends[2];

	(void)argc;
	if (!strcmp(argv[ROLE], "first")) {
		children(12, fill);
		stay();
	}
	if (pipe(ends))
		return answer(-1);
	return printf("%d\n", fcntl(ends[0], F_GETPIPE_SZ)) < 0;
}
