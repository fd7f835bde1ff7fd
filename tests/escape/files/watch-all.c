/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to watch a whole file system by fanotify
 * layer: seccomp
 * inside: EPERM
 * without seccomp: ok
 */

#include <fcntl.h>
#include <sys/fanotify.h>

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(
		fanotify_init(FAN_CLASS_NOTIF | FAN_REPORT_FID, O_RDONLY));
}
