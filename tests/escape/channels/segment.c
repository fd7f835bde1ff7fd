/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to meet another run of the same id in a SysV segment
 * parties: two
 * layer: ipc; seccomp where no cgroup counts memory
 * inside counted: ENOENT
 * inside uncounted: ENOSYS
 * without ipc counted: ok
 * without ipc seccomp uncounted: ok
 */

#include <sys/ipc.h>
#include <sys/shm.h>

#include "tests/escape/attempt.h"

int main(int argc, char **argv)
{
	key_t key = (key_t)atoi(argv[KEY]) ^ 0x1000000;
	int id;

	(void)argc;
	if (!strcmp(argv[ROLE], "first")) {
		(void)shmget(key, 4096, IPC_CREAT | 0600);
		stay();
	}
	id = shmget(key, 1, 0);
	(void)answer(id);
	return id < 0 ? 0 : shmctl(id, IPC_RMID, NULL);
}
