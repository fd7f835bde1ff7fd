/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to leave a key in the kernel
 * layer: seccomp
 * inside: EPERM
 * without seccomp: ok
 */

#include <linux/keyctl.h>
#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(syscall(SYS_add_key, "user", "attempt", "x", 1,
		KEY_SPEC_PROCESS_KEYRING));
}
