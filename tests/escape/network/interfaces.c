/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to change interfaces and routes: an address, an interface down, a
 *   route
 * layer: caps
 * inside: address EPERM; flags EPERM; route EPERM
 * capable: address ok; flags ok; route *
 */

#include <arpa/inet.h>
#include <net/if.h>
#include <net/route.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include "tests/escape/attempt.h"

int main(void)
{
	struct ifreq request = {.ifr_name = "lo"};
	struct sockaddr_in *name = (struct sockaddr_in *)&request.ifr_addr;
	struct rtentry route = {0};
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	name->sin_family = AF_INET;
	name->sin_addr.s_addr = inet_addr("127.0.0.2");
	answer_to("address", ioctl(fd, SIOCSIFADDR, &request));
	request.ifr_flags = 0;
	answer_to("flags", ioctl(fd, SIOCSIFFLAGS, &request));
	answer_to("route", ioctl(fd, SIOCADDRT, &route));
	return 0;
}
