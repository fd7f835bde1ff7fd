/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to reach other machines: a name server, the cloud's metadata, the
 *   local net
 * layer: net
 * was: CVE-2024-10252, CVE-2025-66479, claude-code #40213
 * inside: DNS ENETUNREACH; metadata ENETUNREACH; net ENETUNREACH; DNS by UDP
 *   ENETUNREACH
 * no control: the host's network may be none
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

int main(void)
{
	answer_to("DNS", reach(SOCK_STREAM, "8.8.8.8", 53));
	answer_to("metadata", reach(SOCK_STREAM, "169.254.169.254", 80));
	answer_to("net", reach(SOCK_STREAM, "192.168.0.1", 80));
	answer_to("DNS by UDP", reach(SOCK_DGRAM, "8.8.8.8", 53));
	return 0;
}
