/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Sockets that systemd has opened: sd_listen_fds(3). The variables say how many
 * there are, from fd 3 on, and for which process; another one, a child of that,
 * must leave them alone.
 */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/error.h"
#include "http/address.h"
#include "http/listen.h"

#define FIRST_FD 3
#define SOCKETS_MAX 64

static const char *const variables[] = {
	"LISTEN_PID", "LISTEN_PIDFDID", "LISTEN_FDS", "LISTEN_FDNAMES"};

#define VARIABLES (sizeof(variables) / sizeof(variables[0]))

/* How many sockets there are for us; -1 with *E. */
static int count_sockets(struct error *e)
{
	const char *pid = getenv("LISTEN_PID");
	const char *count = getenv("LISTEN_FDS");
	char own[24];
	unsigned long value;

	(void)snprintf(own, sizeof(own), "%ld", (long)getpid());
	if (!pid || !count || strcmp(pid, own) != 0)
		return 0;
	value = strtoul(count, NULL, 10);
	if (!*count || count[strspn(count, "0123456789")] ||
		value > SOCKETS_MAX)
		return fail(e, ERR_CONFIG,
			"LISTEN_FDS is '%.40s': a number of sockets from 0 to "
			"64 is wanted",
			count);
	return (int)value;
}

/* What the socket unit calls number INDEX (FileDescriptorName=); its length in
 * *LEN. */
static const char *socket_name(size_t index, int *len)
{
	const char *names = getenv("LISTEN_FDNAMES");

	for (; names && index; index--) {
		names = strchr(names, ':');
		names = names ? names + 1 : NULL;
	}
	*len = names ? (int)strcspn(names, ":") : 0;
	return names ? names : "";
}

static int option(int fd, int name)
{
	int value = -1;
	socklen_t len = sizeof(value);

	return getsockopt(fd, SOL_SOCKET, name, &value, &len) ? -1 : value;
}

/* Why FD cannot be listened on; NULL = it can. */
static const char *problem(int fd)
{
	int domain = option(fd, SO_DOMAIN);

	if (fcntl(fd, F_GETFD) < 0)
		return "is not open";
	if (domain < 0)
		return "is no socket";
	if (domain != AF_INET && domain != AF_INET6 && domain != AF_UNIX)
		return "is neither a TCP nor a unix socket";
	if (option(fd, SO_TYPE) != SOCK_STREAM)
		return "is no stream socket: the socket unit wants "
		       "ListenStream=";
	if (option(fd, SO_ACCEPTCONN) != 1)
		return "does not listen: the socket unit wants Accept=no; with "
		       "Accept=yes the service wants StandardInput=socket and "
		       "no --listen";
	return NULL;
}

static int take(size_t index, struct listener *out, struct error *e)
{
	struct address address = {.len = sizeof(address.local)};
	int fd = FIRST_FD + (int)index;
	const char *why = problem(fd);
	int flags = fcntl(fd, F_GETFL);
	int len;
	const char *name = socket_name(index, &len);

	if (why)
		return fail(e, ERR_CONFIG, "fd %d ('%.*s') from systemd %s", fd,
			len, name, why);
	if (fcntl(fd, F_SETFD, FD_CLOEXEC) ||
		fcntl(fd, F_SETFL, flags | O_NONBLOCK) ||
		getsockname(fd, &address.any, &address.len))
		return fail(e, ERR_CONFIG,
			"cannot take over fd %d ('%.*s') from systemd: %s", fd,
			len, name, strerror(errno));
	/* The kernel counts a NUL that it has no room for. */
	if (address.len > sizeof(address.local))
		address.len = sizeof(address.local);
	out->fd = fd;
	address_name(&address, out->name);
	return 0;
}

static int take_all(struct listener **out, size_t *count, struct error *e)
{
	int sockets = count_sockets(e);
	struct listener *list;

	if (sockets <= 0)
		return sockets;
	list = calloc((size_t)sockets, sizeof(*list));
	if (!list)
		return fail_memory(e);
	for (size_t i = 0; i < (size_t)sockets; i++)
		if (take(i, &list[i], e)) {
			free(list);
			return -1;
		}
	*out = list;
	*count = (size_t)sockets;
	return 0;
}

int listen_inherited(struct listener **out, size_t *count, struct error *e)
{
	int result;

	*out = NULL;
	*count = 0;
	result = take_all(out, count, e);
	for (size_t i = 0; i < VARIABLES; i++)
		(void)unsetenv(variables[i]); /* names: cannot fail */
	return result;
}
