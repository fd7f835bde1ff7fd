/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to lock a megabyte into memory
 * layer: rlimits (MEMLOCK)
 * inside: ENOMEM
 * without rlimits: ok
 */

#include <sys/mman.h>

#include "tests/escape/attempt.h"

static char memory[1 << 20];

int main(void)
{
	return answer(mlock(memory, sizeof(memory)));
}
