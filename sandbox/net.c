/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The network namespace: a loopback of its own, up, and nothing else.
 *
 * Theory of operation: a new namespace has one interface, lo, down. Raising it
 * lets a program talk to itself, which honest programs do; the host's
 * loopback is another one. To make one takes the kernel longer than any other
 * row: so it is the payload's, while init mounts, and init joins it. With
 * `network: host` sb_rows_of() leaves the row out and every result says so.
 *
 * Must: be entered while CAP_NET_ADMIN is there, and reach the host's /proc by
 * the fd that was opened before init began to mount. Must not: add an
 * interface.
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
#include "sandbox/net.h"

/* In init and payload: the /proc that the caller has. */
static int proc_fd = -1;

static int net_before_ids(const struct sb *box, struct sb_fail *why)
{
	(void)box;
	proc_fd = open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC);
	return proc_fd < 0 ? sb_fails(why, "open /proc") : 0;
}

/* Unasked, TCP lets buffers grow to ten megabytes a socket, of memory that all
 * of the host shares. A read-only /proc/sys leaves them as they are. */
static int small_buffers(void)
{
	static const char *const files[] = {
		"sys/net/ipv4/tcp_rmem", "sys/net/ipv4/tcp_wmem"};

	for (size_t i = 0; i < 2; i++)
		if (file_put_at(proc_fd, files[i], "4096 65536 212992") &&
			errno != EROFS && errno != ENOENT && errno != EACCES)
			return -1;
	return 0;
}

static int net_enter(const struct sb *box, struct sb_fail *why)
{
	struct ifreq request = {.ifr_name = "lo"};
	int result;
	int fd;

	(void)box;
	if (unshare(CLONE_NEWNET))
		return sb_fails(why, "unshare CLONE_NEWNET");
	fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return sb_fails(why, "socket for lo");
	request.ifr_flags = IFF_UP;
	result = small_buffers();
	if (result)
		sb_fails(why, "write tcp_rmem");
	else if ((result = ioctl(fd, SIOCSIFFLAGS, &request)))
		sb_fails(why, "ioctl SIOCSIFFLAGS lo");
	(void)close(fd); /* nothing was written */
	return result;
}

int net_namespace(struct sb_fail *why)
{
	int fd = openat(proc_fd, "self/ns/net", O_RDONLY | O_CLOEXEC);

	if (fd < 0) {
		why->layer = ROW_NET;
		return sb_fails(why, "open the network namespace");
	}
	return fd;
}

static void net_look(const struct sb *box, struct sb_seen *seen)
{
	struct ifreq request = {0};
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	(void)box;
	/* Indices begin at 1 in each namespace and are given out in turn. */
	for (int i = 1; fd >= 0 && i <= 64; i++) {
		request.ifr_ifindex = i;
		if (ioctl(fd, SIOCGIFNAME, &request) ||
			ioctl(fd, SIOCGIFFLAGS, &request))
			continue;
		if (!(request.ifr_flags & IFF_UP))
			continue; /* some kernels add tunnels, down */
		if (request.ifr_flags & IFF_LOOPBACK)
			seen->held++;
		else
			seen->others++;
	}
	seen->inode = sb_namespace_inode("net");
}

static bool net_detail(const struct sb *box, const struct sb_seen *seen,
	char *text, size_t size)
{
	bool own = seen->inode != sb_namespace_inode("net") &&
		   seen->held == 1 && !seen->others;

	(void)box;
	if (own)
		(void)snprintf(text, size,
			"own loopback is up, no other interface is");
	else
		(void)snprintf(text, size,
			"%d loopbacks are up, and %d other interfaces",
			seen->held, seen->others);
	return own;
}

static const char *net_remedy(const char *step, int err)
{
	if (err == ENOSPC)
		return "sysctl user.max_net_namespaces=10000";
	if (err == EINVAL && !strncmp(step, "unshare", 7))
		return "a kernel with CONFIG_NET_NS";
	if (err == EAFNOSUPPORT)
		return "a kernel with CONFIG_INET; in a container a seccomp "
		       "profile that allows AF_INET";
	return "";
}

const struct sb_layer layer_net = {
	.name = "net",
	.stage = SB_STAGE_PAYLOAD_BESIDE,
	.before_ids = net_before_ids,
	.enter = net_enter,
	.look = net_look,
	.detail = net_detail,
	.remedy = net_remedy,
};
