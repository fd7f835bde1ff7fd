/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to send a datagram to a service on the host's loopback
 * layer: net
 * inside: ECONNREFUSED
 * without net: ok
 */

#include <arpa/inet.h>
#include <sys/socket.h>

#include "tests/escape/attempt.h"

int main(int argc, char **argv)
{
	struct sockaddr_in name = {.sin_family = AF_INET,
		.sin_port = htons((uint16_t)atoi(argv[PORT])),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	(void)argc;
	(void)connect(fd, (struct sockaddr *)&name, sizeof(name));
	(void)send(fd, "x", 1, 0);
	return answer(send(fd, "x", 1, 0)); /* told of the first */
}
