/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to read the kernel's log
 * layer: seccomp
 * inside: EPERM
 * without seccomp: ok | EPERM
 * host root: ok
 */

#include <sys/klog.h>

#include "tests/escape/attempt.h"

int main(void)
{
	static char text[4096];

	return answer(klogctl(3, text, sizeof(text)));
}
