/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to put TLS of the kernel, and the unpacking of ESP, under its sockets
 * layer: none; seccomp could see the option
 * inside: TLS *; ESP ok
 * no control: it goes through
 * wanted: EPERM or ENOPROTOOPT, by rows of sb_arguments for setsockopt with
 *   IPPROTO_TCP and TCP_ULP (31), and IPPROTO_UDP and UDP_ENCAP (100): surface
 *   of
 *   the kernel that had holes, and that no honest program needs
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
