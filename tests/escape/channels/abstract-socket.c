/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to meet another run of the same id at an abstract socket
 * parties: two
 * layer: net, landlock
 * inside: ECONNREFUSED
 * without net landlock: ok
 */

#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "tests/escape/attempt.h"

int main(int argc, char **argv)
{
	struct sockaddr_un name = {.sun_family = AF_UNIX};
	socklen_t len = offsetof(struct sockaddr_un, sun_path) + 8;
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	(void)snprintf(name.sun_path + 1, 8, "attempt");
	(void)argc;
	if (!strcmp(argv[ROLE], "first")) {
		(void)bind(fd, (struct sockaddr *)&name, len);
		(void)listen(fd, 1);
		stay();
	}
	return answer(connect(fd, (struct sockaddr *)&name, len));
}
