/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: options of sockets that reach other traffic: marks, priority,
 *   transparent
 *   addresses, firewall rules
 * layer: caps
 * inside: mark EPERM; priority EPERM; transparent EPERM; rules EPERM |
 *   mark EPERM; priority EPERM; transparent EPERM; rules ENOPROTOOPT
 * capable: mark *; priority *; transparent ok; rules *
 */

#include <netinet/in.h>
#include <sys/socket.h>

#include "tests/escape/attempt.h"

static long set(int level, int name, int value)
{
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	return setsockopt(fd, level, name, &value, sizeof(value));
}

int main(void)
{
	char rules[84] = {0};
	socklen_t len = sizeof(rules);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	answer_to("mark", set(SOL_SOCKET, SO_MARK, 1));
	answer_to("priority", set(SOL_SOCKET, SO_PRIORITY, 7));
	answer_to("transparent", set(SOL_IP, IP_TRANSPARENT, 1));
	answer_to("rules", getsockopt(fd, SOL_IP, 64, rules, &len));
	return 0;
}
