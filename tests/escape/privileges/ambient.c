/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to raise an ambient capability, which execve would keep
 * layer: caps
 * was: CVE-2022-29162, CVE-2022-27650 (inheritable ones were left)
 * inside: EPERM
 * capable: ok
 */

#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	struct __user_cap_header_struct header = {
		.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct data[2];

	(void)syscall(SYS_capget, &header, data);
	data[0].inheritable = data[0].permitted;
	(void)syscall(SYS_capset, &header, data);
	return answer(
		prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_NET_RAW, 0, 0));
}
