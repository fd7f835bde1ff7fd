/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The libraries that are in use, with the version that is really loaded. */
#ifndef CORE_LIBRARIES_H
#define CORE_LIBRARIES_H

#include <stddef.h>

struct library {
	const char *name;
	const char *(*version)(void); /* what it returns is static */
};

extern const struct library libraries[];
extern const size_t libraries_count;

#endif
