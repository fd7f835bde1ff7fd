/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* clock_gettime(2) of a clock that is always there. */

#include <time.h>

#include "core/clock.h"

int64_t clock_us(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t clock_ms(void)
{
	return clock_us() / 1000;
}
