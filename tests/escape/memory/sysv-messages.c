/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to hold memory in SysV messages
 * layer: cgroup (memory); seccomp where none counts
 * limits: memory=16MiB
 * inside counted: memory_limit | ENOMEM
 * inside uncounted: ENOSYS
 * with memory=256MiB counted: ok
 * without seccomp uncounted: ok
 */

#include <sys/ipc.h>
#include <sys/msg.h>

#include "tests/escape/attempt.h"

int main(void)
{
	static struct {
		long type;
		char text[8192];
	} message = {.type = 1};
	long result = 0;

	/* Two fit into a queue. */
	for (int i = 0; i < 4000 && result >= 0; i++) {
		static int queue;

		if (i % 2 == 0)
			queue = msgget(IPC_PRIVATE, IPC_CREAT | 0600);
		result = queue < 0 ? queue
				   : msgsnd(queue, &message,
					     sizeof(message.text), IPC_NOWAIT);
	}
	return answer(result);
}
