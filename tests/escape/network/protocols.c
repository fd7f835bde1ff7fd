/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: protocols that no honest program asks for: UDP-Lite, MPTCP, SCTP,
 *   DCCP, L2TP
 * layer: seccomp
 * inside: UDP-Lite EPROTONOSUPPORT; MPTCP EPROTONOSUPPORT; SCTP
 *   EPROTONOSUPPORT; DCCP EPROTONOSUPPORT; L2TP EPROTONOSUPPORT
 * without seccomp: UDP-Lite ok; MPTCP ok; SCTP *; DCCP *; L2TP *
 */

#include <netinet/in.h>
#include <sys/socket.h>

#include "tests/escape/attempt.h"

int main(void)
{
	answer_to("UDP-Lite", socket(AF_INET, SOCK_DGRAM, IPPROTO_UDPLITE));
	answer_to("MPTCP", socket(AF_INET, SOCK_STREAM, 262));
	answer_to("SCTP", socket(AF_INET, SOCK_STREAM, IPPROTO_SCTP));
	answer_to("DCCP", socket(AF_INET, 6, 33));
	answer_to("L2TP", socket(AF_INET, SOCK_DGRAM, 115));
	return 0;
}
