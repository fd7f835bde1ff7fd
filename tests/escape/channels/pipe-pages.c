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
 * wanted: 65536; the kernel counts by id, whatever the namespace: only an
 *   id of its own for each run would end it, and an ordinary user has one
 *   to map
 */

#include <fcntl.h>

#include "tests/escape/attempt.h"

/* The size of a new pipe. */
static int size(void)
{
	int ends[2];
	int bytes;

	if (pipe(ends))
		return -1;
	bytes = fcntl(ends[0], F_GETPIPE_SZ);
	(void)close(ends[0]);
	(void)close(ends[1]);
	return bytes;
}

static void fill(void)
{
	int ends[2];

	while (!pipe(ends))
		;
}

int main(int argc, char **argv)
{
	(void)argc;
	if (!strcmp(argv[ROLE], "first")) {
		/* What an earlier attempt had may not have been counted off. */
		while (size() < 65536)
			(void)usleep(1000);
		children(12, fill);
		stay();
	}
	return printf("%d\n", size()) < 0;
}
