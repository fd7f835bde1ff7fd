/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to take /usr/local's cover away by umount
 * layer: seccomp; under it caps, landlock
 * inside: EPERM
 * without seccomp: EPERM
 * no control: what it would uncover is nothing of the host's
 */

#include <sys/mount.h>

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(umount2("/usr/local", MNT_DETACH));
}
