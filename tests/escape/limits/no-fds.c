/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to hang whoever waits for its output by closing every fd first
 * layer: none is needed
 * inside: exit 7
 * no control: nothing forbids it
 */

#include "tests/escape/attempt.h"

int main(void)
{
	return close_range(0, ~0U, 0) ? 1 : 7;
}
