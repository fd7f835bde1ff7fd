/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to have the host's request-key started
 * layer: seccomp
 * inside: EPERM
 * without seccomp: ENOKEY | ENOENT
 */

#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(
		syscall(SYS_request_key, "user", "attempt", "callout", 0));
}
