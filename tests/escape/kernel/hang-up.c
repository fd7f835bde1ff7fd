/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to hang up the terminal of others
 * layer: seccomp; under it caps
 * inside: EPERM
 * without seccomp: EPERM
 * no control: it would hang up the terminal of who runs it
 */

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(vhangup());
}
