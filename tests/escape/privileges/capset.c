/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to take every capability by capset
 * layer: caps
 * inside: EPERM
 * capable: ok
 */

#include <linux/capability.h>
#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	struct __user_cap_header_struct header = {
		.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct data[2] = {
		{.effective = 0xff, .permitted = 0xff, .inheritable = 0xff}};

	return answer(syscall(SYS_capset, &header, data));
}
