/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to hold memory in datagrams that nobody receives, a hundred sockets
 *   full
 * layer: cgroup (memory: what does not fit is dropped), or the watchdog
 * limits: memory=12MiB
 * inside counted: at most its limit | memory_limit
 * inside uncounted: memory_limit
 * with memory=256MiB: more
 */

#include <arpa/inet.h>
#include <sys/socket.h>

#include "tests/escape/attempt.h"

static char block[60000];

/* What FD holds that was not received. */
static size_t waiting(int fd)
{
	unsigned figure[9] = {0};
	socklen_t len = sizeof(figure);

	(void)getsockopt(fd, SOL_SOCKET, SO_MEMINFO, figure, &len);
	return figure[0];
}

int main(void)
{
	struct sockaddr_in name = {.sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t len = sizeof(name);
	int sender = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	size_t total = 0;

	for (int i = 0; i < 100; i++) {
		int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

		name.sin_port = 0;
		if (bind(fd, (struct sockaddr *)&name, len) ||
			getsockname(fd, (struct sockaddr *)&name, &len))
			return answer(-1);
		for (int j = 0; j < 6; j++)
			(void)sendto(sender, block, sizeof(block), 0,
				(struct sockaddr *)&name, len);
		total += waiting(fd);
	}
	(void)usleep(100000);
	(void)puts(total > 12 << 20 ? "more" : "at most its limit");
	return 0;
}
