/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to get out by openat2, past a filter that knows only open and openat
 * layer: mounts
 * inside: ENOENT
 * without mounts landlock: ok
 */

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	struct open_how how = {.flags = O_PATH | O_CLOEXEC};

	return answer(syscall(SYS_openat2, AT_FDCWD, "/proc/self/root/boot",
		&how, sizeof(how)));
}
