/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to put TLS of the kernel, and the unpacking of ESP, under its sockets
 * layer: seccomp
 * inside: TLS ENOPROTOOPT; ESP ENOPROTOOPT
 * without seccomp: TLS *; ESP ok
 */

#include <netinet/in.h>
#include <sys/socket.h>

#include "tests/escape/attempt.h"

int main(void)
{
	int type = 2; /* UDP_ENCAP_ESPINUDP */
	int tcp = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int udp = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	answer_to("TLS", setsockopt(tcp, IPPROTO_TCP, 31, "tls", 4));
	answer_to(
		"ESP", setsockopt(udp, IPPROTO_UDP, 100, &type, sizeof(type)));
	return 0;
}
