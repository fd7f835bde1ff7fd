/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to listen to system calls of its children, and to hold them up
 * layer: seccomp
 * inside: EPERM
 * without seccomp: ok
 */

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	struct sock_filter notify = {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW};
	struct sock_fprog filter = {1, &notify};

	return answer(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
		SECCOMP_FILTER_FLAG_NEW_LISTENER, &filter));
}
