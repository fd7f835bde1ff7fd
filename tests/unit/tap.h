/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The Test Anything Protocol for unit tests: a line a check, a plan last. */
#ifndef TESTS_UNIT_TAP_H
#define TESTS_UNIT_TAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

static int tap_count;
static int tap_failed;

/* Report whether OK holds, as the check that FORMAT names. Returns OK. */
__attribute__((format(printf, 2, 3))) static bool tap_ok(
	bool ok, const char *format, ...)
{
	va_list args;

	tap_count++;
	tap_failed += !ok;
	printf("%s %d - ", ok ? "ok" : "not ok", tap_count);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	putchar('\n');
	return ok;
}

/* Print the plan. Returns the exit code of the test program. */
static int tap_done(void)
{
	printf("1..%d\n", tap_count);
	return tap_failed || !tap_count ? 1 : 0;
}

#endif
