/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to set limits of init, so that it cannot collect files
 * layer: none; seccomp could see the pid
 * inside: ok
 * off: ok
 * wanted: EPERM, by a row of sb_arguments for prlimit64 with a pid that is not
 *   0
 *   (libc's setrlimit passes 0)
 */

#include <sys/resource.h>

#include "tests/escape/attempt.h"

int main(void)
{
	struct rlimit none = {0, 0};

	return answer(prlimit(getppid(), RLIMIT_NOFILE, &none, NULL));
}
