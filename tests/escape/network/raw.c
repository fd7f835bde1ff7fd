/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to forge packets, by raw sockets
 * layer: caps; for ICMPv6 seccomp, before it
 * inside: ICMP EPERM; UDP EPERM; IPv6 EPROTONOSUPPORT
 * capable: ICMP ok; UDP ok; IPv6 ok
 */

#include <netinet/in.h>
#include <sys/socket.h>

#include "tests/escape/attempt.h"

int main(void)
{
	answer_to("ICMP", socket(AF_INET, SOCK_RAW, IPPROTO_ICMP));
	answer_to("UDP", socket(AF_INET, SOCK_RAW, IPPROTO_UDP));
	answer_to("IPv6", socket(AF_INET6, SOCK_RAW, IPPROTO_ICMPV6));
	return 0;
}
