/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to make the buffers of its sockets larger
 * layer: seccomp where no cgroup counts memory; the kernel's bound else
 * inside counted: send ok; receive ok; force EPERM
 * inside uncounted: send EPERM; receive EPERM; force EPERM
 * without seccomp uncounted: send ok; receive ok; force EPERM
 * outside counted: send ok; receive ok; force EPERM
 * host root: send ok; receive ok; force ok
 */

#include <sys/socket.h>

#include "tests/escape/attempt.h"

static long larger(int name)
{
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	int size = 64 << 20;

	return setsockopt(fd, SOL_SOCKET, name, &size, sizeof(size));
}

int main(void)
{
	answer_to("send", larger(SO_SNDBUF));
	answer_to("receive", larger(SO_RCVBUF));
	answer_to("force", larger(SO_SNDBUFFORCE));
	return 0;
}
