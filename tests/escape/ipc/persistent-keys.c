/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to get the persistent keyring of its user
 * layer: seccomp
 * inside: EPERM
 * without seccomp: ok | EOPNOTSUPP | ENOSYS
 */

#include <linux/keyctl.h>
#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(syscall(SYS_keyctl, KEYCTL_GET_PERSISTENT, -1,
		KEY_SPEC_PROCESS_KEYRING));
}
