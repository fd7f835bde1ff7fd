/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* How long the parts of a run take, when its request asks: what has been
 * stamped on the stages of its pipeline, as a result. */
#ifndef CORE_TIMING_H
#define CORE_TIMING_H

#include <stdint.h>

struct pipeline;
struct run_result;

/* The time, in microseconds, when PIPELINE is timed; else 0, and no time is
 * spent on it. */
int64_t timing_now_us(const struct pipeline *pipeline);

/* Close the boxes of PIPELINE, which is timed and has run, and fill RESULT's
 * timings; without time it is left alone. */
void timing_take(struct pipeline *pipeline, struct run_result *result);

#endif
