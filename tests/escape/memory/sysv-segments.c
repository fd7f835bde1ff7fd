/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to hold memory in SysV segments that no process has attached
 * layer: cgroup (memory); seccomp where none counts
 * limits: memory=32MiB
 * inside counted: memory_limit
 * inside uncounted: ENOSYS
 * with memory=256MiB counted: ok
 * without seccomp uncounted: ok
 */

#include <sys/ipc.h>
#include <sys/shm.h>

#include "tests/escape/attempt.h"

int main(void)
{
	for (int i = 0; i < 4; i++) {
		int id = shmget(IPC_PRIVATE, 16 << 20, IPC_CREAT | 0600);
		char *at = id < 0 ? (char *)-1 : shmat(id, NULL, 0);

		if (at == (char *)-1)
			return answer(-1);
		memset(at, 1, 16 << 20);
		(void)shmdt(at);
	}
	return answer(0);
}
