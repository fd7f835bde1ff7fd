/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to become root by setresuid
 * layer: userns (root's id is not mapped)
 * inside: EINVAL
 * setuid: EPERM
 * host root: ok
 * capable: ok
 */

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(setresuid(0, 0, 0));
}
