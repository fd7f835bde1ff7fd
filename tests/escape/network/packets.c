/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to read every packet of the machine, by a packet socket
 * layer: seccomp; under it caps, net
 * inside: EAFNOSUPPORT
 * without seccomp: EPERM
 * capable: ok
 */

#include <arpa/inet.h>
#include <linux/if_ether.h>
#include <sys/socket.h>

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(socket(AF_PACKET, SOCK_RAW, htons(ETH_P_ALL)));
}
