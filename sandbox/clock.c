/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The one clock of deadlines. */

#include <time.h>

#include "sandbox/layer.h"

int64_t sb_now_us(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_MONOTONIC, &now); /* always there */
	return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}
