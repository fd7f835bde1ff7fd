/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to recurse without end
 * layer: rlimits (a stack of 8 MiB)
 * inside: SIGSEGV
 * no control: it ends so everywhere
 */

#include <limits.h>

#include "tests/escape/attempt.h"

static volatile long depth;

static long down(volatile char *above)
{
	volatile char here[4096];

	here[0] = *above;
	return ++depth == LONG_MAX ? 0 : down(here) + here[0];
}

int main(void)
{
	volatile char top = 0;

	return (int)down(&top);
}
