/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The soft limit is there for programs that use select(2); we do not. */

#include <sys/resource.h>

#include "core/open_files.h"

void open_files_raise(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return;
	limit.rlim_cur = limit.rlim_max;
	(void)setrlimit(RLIMIT_NOFILE, &limit); /* up to the hard one: legal */
}
