/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to get out of the filter by a filter of its own that allows
 *   everything
 * layer: seccomp
 * inside: filter ok; unshare EPERM
 * without seccomp: filter ok; unshare ok
 */

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	struct sock_filter allow = {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW};
	struct sock_fprog filter = {1, &allow};

	answer_to("filter",
		syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter));
	answer_to("unshare", unshare(CLONE_NEWUSER));
	return 0;
}
