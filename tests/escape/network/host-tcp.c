/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to reach a service on the host's loopback
 * layer: net
 * was: CVE-2024-29021
 * inside: ECONNREFUSED
 * with network=host: ok
 * without net: ok
 */

#include <arpa/inet.h>
#include <sys/socket.h>

#include "tests/escape/attempt.h"

/* Connect a socket of TYPE to 127.0.0.1 or ADDRESS. */
static long reach(int type, const char *address, int port)
{
	struct sockaddr_in name = {.sin_family = AF_INET,
		.sin_port = htons((uint16_t)port),
		.sin_addr.s_addr = inet_addr(address)};
	int fd = socket(AF_INET, type | SOCK_CLOEXEC, 0);

	return connect(fd, (struct sockaddr *)&name, sizeof(name));
}

int main(int argc, char **argv)
{
	(void)argc;
	return answer(reach(SOCK_STREAM, "127.0.0.1", atoi(argv[PORT])));
}
