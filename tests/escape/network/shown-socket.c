/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to reach a socket of the host in a folder that the operator shows for
 *   reading
 * layer: none: a read-only mount does not keep from connecting
 * shows: read-only
 * inside: ok
 * outside: ok
 * wanted: EACCES; by LANDLOCK_ACCESS_FS_RESOLVE_UNIX, which kernels are
 *   yet to have. The manual says that a socket is shown with its folder
 */

#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "tests/escape/attempt.h"

/* Connect to the unix socket NAME; a leading '@' makes it abstract. */
static long reach(const char *text)
{
	struct sockaddr_un name = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	size_t len = strlen(text);

	memcpy(name.sun_path, text, len < 100 ? len : 100);
	if (*text == '@')
		name.sun_path[0] = 0;
	return connect(fd, (struct sockaddr *)&name,
		(socklen_t)(offsetof(struct sockaddr_un, sun_path) + len));
}

int main(int argc, char **argv)
{
	char name[100];

	(void)argc;
	(void)snprintf(name, sizeof(name), "%s/socket", argv[FOLDER]);
	return answer(reach(name));
}
