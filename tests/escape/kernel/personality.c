/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to run without address randomization, and as another kind of Linux
 * layer: none forbids it: it weakens the program alone
 * inside: ok
 * no control: nothing forbids it
 */

#include <sys/personality.h>

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(personality(ADDR_NO_RANDOMIZE | PER_LINUX32));
}
