/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The few colours of tables and messages (ECMA-48, SGR). */
#ifndef CORE_COLOUR_H
#define CORE_COLOUR_H

#include <stdbool.h>

enum colour { COLOUR_PLAIN, COLOUR_BOLD, COLOUR_GOOD, COLOUR_BAD };

/* What begins COLOUR, and with COLOUR_PLAIN ends any; nothing unless ON. */
static inline const char *colour_text(bool on, enum colour colour)
{
	static const char *const text[] = {
		[COLOUR_PLAIN] = "\033[0m",
		[COLOUR_BOLD] = "\033[1m",
		[COLOUR_GOOD] = "\033[32m",
		[COLOUR_BAD] = "\033[31m",
	};

	return on ? text[colour] : "";
}

#endif
