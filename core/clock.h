/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Time that only goes forward. */
#ifndef CORE_CLOCK_H
#define CORE_CLOCK_H

#include <stdint.h>

/* CLOCK_MONOTONIC in microseconds, and in milliseconds. */
int64_t clock_us(void);
int64_t clock_ms(void);

#endif
