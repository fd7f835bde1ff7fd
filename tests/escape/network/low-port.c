/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to be a service of the system, on port 80
 * layer: net, caps (the port is the sandbox's own in any case)
 * inside: EACCES
 * capable: ok
 */

#include <arpa/inet.h>
#include <sys/socket.h>

#include "tests/escape/attempt.h"

int main(void)
{
	struct sockaddr_in name = {
		.sin_family = AF_INET, .sin_port = htons(80)};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	return answer(bind(fd, (struct sockaddr *)&name, sizeof(name)));
}
