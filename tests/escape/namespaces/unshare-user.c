/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to become root of a user namespace of its own
 * layer: seccomp
 * was: CVE-2022-0185, CVE-2023-32233 and all that begin so
 * inside: EPERM
 * without seccomp: ok
 */

#include <sched.h>

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(unshare(CLONE_NEWUSER));
}
