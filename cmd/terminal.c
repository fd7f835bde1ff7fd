/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Environment and isatty(3). */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/terminal.h"

bool terminal_moves(int fd)
{
	const char *kind = getenv("TERM");

	return isatty(fd) == 1 && kind && *kind && strcmp(kind, "dumb") != 0;
}

bool terminal_colours(int fd)
{
	const char *objection = getenv("NO_COLOR");

	return terminal_moves(fd) && (!objection || !*objection);
}
