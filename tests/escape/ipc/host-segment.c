/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to get a SysV segment of the host by its key
 * layer: ipc; seccomp where no cgroup counts memory
 * inside counted: ENOENT
 * inside uncounted: ENOSYS
 * without ipc counted: ok
 * without ipc uncounted: ENOSYS
 * without ipc seccomp uncounted: ok
 */

#include <sys/shm.h>

#include "tests/escape/attempt.h"

int main(int argc, char **argv)
{
	(void)argc;
	return answer(shmget((key_t)atoi(argv[KEY]), 1, 0));
}
