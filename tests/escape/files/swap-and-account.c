/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to swap to a file and to have processes accounted for in one
 * layer: seccomp; under it caps
 * inside: swapon EPERM; acct EPERM
 * without seccomp: swapon EPERM; acct EPERM
 * host root: swapon ENOENT; acct ENOENT
 * no control as user: it takes a right over the host
 */

#include <sys/swap.h>

#include "tests/escape/attempt.h"

int main(void)
{
	answer_to("swapon", swapon("/nowhere/file", 0));
	answer_to("acct", acct("/nowhere/file"));
	return 0;
}
