/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The network namespace: a loopback of its own, up, and nothing else.
 *
 * Theory of operation: a new namespace has one interface, lo, down. Raising it
 * lets a program talk to itself, which honest programs do; the host's
 * loopback is another one. With `network: host` the row is left out by
 * sb_open() and every result says so.
 *
 * Must: be entered while CAP_NET_ADMIN is there. Must not: add an interface.
 */

#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "sandbox/file.h"
#include "sandbox/layer.h"

/* Unasked, TCP lets buffers grow to ten megabytes a socket, of memory that all
 * of the host shares. A read-only /proc/sys leaves them as they are. */
static int small_buffers(void)
{
	static const char *const files[] = {
		"/proc/sys/net/ipv4/tcp_rmem", "/proc/sys/net/ipv4/tcp_wmem"};

	for (size_t i = 0; i < 2; i++)
		if (file_put_at(AT_FDCWD, files[i], "4096 65536 212992") &&
			errno != EROFS && errno != ENOENT && errno != EACCES)
			return -1;
	return 0;
}

static int net_enter(const struct sb *box, struct sb_fail *why)
{
	struct ifreq request = {.ifr_name = "lo"};
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	int result;

	(void)box;
	if (fd < 0)
		return sb_fails(why, "socket for lo");
	if (small_buffers()) {
		(void)close(fd); /* nothing was written */
		return sb_fails(why, "write tcp_rmem");
	}
	request.ifr_flags = IFF_UP;
	result = ioctl(fd, SIOCSIFFLAGS, &request);
	if (result)
		sb_fails(why, "ioctl SIOCSIFFLAGS lo");
	(void)close(fd); /* nothing was written */
	return result;
}

static void net_detail(const struct sb *box, char *text, size_t size)
{
	(void)box;
	(void)snprintf(text, size, "its own loopback and nothing else");
}

static const char *net_remedy(const char *step, int err)
{
	(void)step;
	if (err == ENOSPC)
		return "raise the sysctl user.max_net_namespaces";
	if (err == EPERM || err == EACCES)
		return "AppArmor denies CAP_NET_ADMIN in a user namespace: a "
		       "profile for codeexec that has `userns,`";
	return "";
}

const struct sb_layer layer_net = {
	.name = "net",
	.stage = SB_STAGE_INIT,
	.clone_flags = CLONE_NEWNET,
	.enter = net_enter,
	.detail = net_detail,
	.remedy = net_remedy,
};
