/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to have its pages merged with alike ones of others, which tells by
 *   the time
 *   of a write that there are such
 * layer: none; seccomp could see the advice
 * inside: ok | EINVAL
 * no control: it goes through
 * wanted: EPERM, by a row of sb_arguments for madvise with MADV_MERGEABLE
 *   (12); it
 *   matters where the host has KSM switched on
 */

#include <stdint.h>

#include "tests/escape/attempt.h"

static char page[8192];

int main(void)
{
	void *at = (void *)(((uintptr_t)page + 4095) & ~4095UL);

	return answer(madvise(at, 4096, MADV_MERGEABLE));
}
