/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to keep capabilities over a change of ids
 * layer: caps (the securebit is locked)
 * inside: EPERM
 * without caps landlock: ok
 */

#include <sys/prctl.h>

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0));
}
