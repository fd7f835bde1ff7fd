/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to reach a list of the host's sockets, by sock_diag
 * layer: seccomp
 * inside: EAFNOSUPPORT
 * without seccomp: ok | EPROTONOSUPPORT
 */

#include <linux/netlink.h>
#include <sys/socket.h>

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(socket(AF_NETLINK, SOCK_RAW, 4));
}
