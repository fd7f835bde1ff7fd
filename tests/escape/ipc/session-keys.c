/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to find the session's keyring, which outlives the run
 * layer: seccomp
 * inside: EPERM
 * without seccomp: ok
 */

#include <linux/keyctl.h>
#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID,
		KEY_SPEC_SESSION_KEYRING, 1));
}
