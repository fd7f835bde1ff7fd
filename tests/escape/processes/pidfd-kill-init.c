/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to kill init by a pidfd
 * layer: landlock; the kernel spares pid 1 its own namespace's signals
 * inside scoped: EPERM
 * inside unscoped: ok
 * without landlock: ok
 * no control unscoped: the kernel itself spares pid 1
 */

#include <signal.h>
#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	int fd = (int)syscall(SYS_pidfd_open, 1, 0);

	return answer(syscall(SYS_pidfd_send_signal, fd, SIGTERM, NULL, 0));
}
