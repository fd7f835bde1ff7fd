/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to make the buffers of its sockets larger
 * layer: seccomp where no cgroup counts memory; the kernel's bound else
 * inside counted: send larger; receive larger; force EPERM
 * inside uncounted: send as before; receive as before; force EPERM
 * without seccomp uncounted: send larger; receive larger; force EPERM
 * outside counted: send larger; receive larger; force EPERM
 * host root: send larger; receive larger; force larger
 */

#include <sys/socket.h>

#include "tests/escape/attempt.h"

static int size_of(int fd, int name)
{
	int size = 0;
	socklen_t len = sizeof(size);

	(void)getsockopt(fd, SOL_SOCKET, name, &size, &len);
	return size;
}

/* Ask by ASK for more of what NAME tells. */
static void larger(const char *act, int ask, int name)
{
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	int size = 64 << 20;
	int before = size_of(fd, name);

	if (setsockopt(fd, SOL_SOCKET, ask, &size, sizeof(size)))
		answer_to(act, -1);
	else
		(void)printf("%s %s\n", act,
			size_of(fd, name) > before ? "larger" : "as before");
}

int main(void)
{
	larger("send", SO_SNDBUF, SO_SNDBUF);
	larger("receive", SO_RCVBUF, SO_RCVBUF);
	larger("force", SO_SNDBUFFORCE, SO_SNDBUF);
	return 0;
}
