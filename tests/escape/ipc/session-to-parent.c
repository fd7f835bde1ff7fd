/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to give its parent a session keyring, which has lifted Landlock
 * layer: seccomp
 * was: CVE-2024-42318
 * inside: join EPERM; to parent EPERM
 * without seccomp: join ok; to parent EPERM | join ok; to parent ok
 */

#include <linux/keyctl.h>
#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	answer_to(
		"join", syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, NULL));
	answer_to("to parent", syscall(SYS_keyctl, KEYCTL_SESSION_TO_PARENT));
	return 0;
}
