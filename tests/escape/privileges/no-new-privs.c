/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to clear no_new_privs
 * layer: caps
 * inside: EINVAL; set 1
 * no control: the kernel has no way to clear it
 */

#include <sys/prctl.h>

#include "tests/escape/attempt.h"

int main(void)
{
	(void)answer(prctl(PR_SET_NO_NEW_PRIVS, 0, 0, 0, 0));
	(void)printf("set %d\n", prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0));
	return 0;
}
