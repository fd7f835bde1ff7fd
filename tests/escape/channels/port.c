/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to meet another run at a port of the loopback
 * parties: two
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
		.sin_port = htons((uint16_t)(20000 + atoi(argv[KEY]) % 8192)),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	(void)argc;
	if (!strcmp(argv[ROLE], "first")) {
		(void)bind(fd, (struct sockaddr *)&name, sizeof(name));
		(void)listen(fd, 1);
		stay();
	}
	return answer(connect(fd, (struct sockaddr *)&name, sizeof(name)));
}
