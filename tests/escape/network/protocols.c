/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: protocols that no honest program asks for: UDP-Lite, MPTCP, SCTP,
 *   DCCP, L2TP
 * layer: none; seccomp could see the protocol
 * inside: UDP-Lite ok; MPTCP ok; SCTP *; DCCP *; L2TP * | UDP-Lite
 *   EPROTONOSUPPORT; MPTCP *; SCTP *; DCCP *; L2TP *
 * no control: it goes through
 * wanted: EPROTONOSUPPORT for each, by rows of sb_arguments for socket with a
 *   third argument above 17 (SB_ABOVE), and for those below that are not 0, 1,
 *   6
 *   or 17
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
