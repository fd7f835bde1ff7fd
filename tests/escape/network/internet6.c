/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to reach other machines by IPv6, and all of the link
 * layer: net
 * inside: DNS ENETUNREACH; metadata ENETUNREACH; link ENETUNREACH | DNS
 *   EADDRNOTAVAIL;
 *   metadata EADDRNOTAVAIL; link EADDRNOTAVAIL | DNS EAFNOSUPPORT; metadata
 *   EAFNOSUPPORT;
 *   link EAFNOSUPPORT
 * no control: the host's network may be none
 */

#include <arpa/inet.h>
#include <sys/socket.h>

#include "tests/escape/attempt.h"

static long reach(const char *address)
{
	struct sockaddr_in6 name = {
		.sin6_family = AF_INET6, .sin6_port = htons(80)};
	int fd = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);

	(void)inet_pton(AF_INET6, address, &name.sin6_addr);
	return fd < 0 ? -1
		      : connect(fd, (struct sockaddr *)&name, sizeof(name));
}

int main(void)
{
	answer_to("DNS", reach("2001:4860:4860::8888"));
	answer_to("metadata", reach("fd00:ec2::254"));
	answer_to("link", reach("ff02::1"));
	return 0;
}
