/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* How long each layer of a box takes to set up, when its spec asks: the payload
 * and init count too, in memory that they share with the supervisor until
 * execve. Unasked it is a test of a pointer. */
#ifndef SANDBOX_TIMES_H
#define SANDBOX_TIMES_H

#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "sandbox/describe.h"
#include "sandbox/sandbox.h"

static inline int64_t sb_times_now_ns(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_MONOTONIC, &now); /* always there */
	return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

/* When ROW begins, for sb_times_add(). */
static inline int64_t sb_times_start(const struct sb_spec *spec)
{
	return spec->times ? sb_times_now_ns() : 0;
}

/* What has gone by since BEGAN is ROW's. */
static inline void sb_times_add(
	const struct sb_spec *spec, size_t row, int64_t began)
{
	if (spec->times)
		spec->times->layer_ns[row] += sb_times_now_ns() - began;
}

#endif
