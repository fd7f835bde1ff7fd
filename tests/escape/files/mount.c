/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to mount a tmpfs over /tmp
 * layer: seccomp; under it caps, landlock
 * inside: EPERM
 * without seccomp: EPERM
 * capable: ok
 */

#include <sys/mount.h>

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(mount("none", "/tmp", "tmpfs", 0, NULL));
}
