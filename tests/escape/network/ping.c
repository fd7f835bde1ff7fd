/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to ping without a raw socket
 * layer: net (a new namespace allows it to no group)
 * inside: EACCES
 * without net: EACCES | ok
 * no control: where the host's net.ipv4.ping_group_range allows it, it is one
 */

#include <netinet/in.h>
#include <sys/socket.h>

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(socket(AF_INET, SOCK_DGRAM, IPPROTO_ICMP));
}
