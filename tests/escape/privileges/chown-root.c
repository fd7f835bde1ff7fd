/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to give a file of its own to root
 * layer: userns (root's id is not mapped); under it caps
 * inside: EINVAL
 * setuid: EPERM
 * host root: ok
 * capable: ok
 */

#include <fcntl.h>

#include "tests/escape/attempt.h"

int main(void)
{
	(void)close(open("file", O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
	return answer(chown("file", 0, 0));
}
