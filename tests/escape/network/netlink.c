/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to reach the configuration of the network, by netlink
 * layer: seccomp
 * inside: EAFNOSUPPORT
 * without seccomp: ok
 */

#include <linux/netlink.h>
#include <sys/socket.h>

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE));
}
