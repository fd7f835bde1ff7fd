/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* What a terminal is given that a file is not. */
#ifndef CMD_TERMINAL_H
#define CMD_TERMINAL_H

#include <stdbool.h>

/* Is FD a terminal whose cursor can be moved? Those that are "dumb", or do not
 * say what they are, print the sequences for it. */
bool terminal_moves(int fd);

/* Is FD such a terminal, and does nobody object to colours: NO_COLOR is not
 * set, or empty (no-color.org)? */
bool terminal_colours(int fd);

#endif
