/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to list mounts by statmount and listmount
 * layer: seccomp (calls that it does not know)
 * inside: listmount ENOSYS; statmount ENOSYS
 * without seccomp: listmount EINVAL; statmount EINVAL | listmount ENOSYS;
 *   statmount ENOSYS
 */

#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	answer_to("listmount", syscall(458, NULL, NULL, 0, 0xff));
	answer_to("statmount", syscall(457, NULL, NULL, 0, 0xff));
	return 0;
}
