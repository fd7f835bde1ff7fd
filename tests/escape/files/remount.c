/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to make /proc writable by a remount
 * layer: seccomp; under it caps, landlock
 * inside: EPERM
 * without seccomp: EPERM
 * capable: ok
 */

#include <sys/mount.h>

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(mount(NULL, "/proc", NULL,
		MS_REMOUNT | MS_BIND | MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL));
}
