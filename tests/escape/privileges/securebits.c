/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to clear the securebits, so that root's id means capabilities again
 * layer: caps
 * inside: EPERM
 * capable: ok
 */

#include <sys/prctl.h>

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(prctl(PR_SET_SECUREBITS, 0, 0, 0, 0));
}
