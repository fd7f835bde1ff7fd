/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Sockets that we open ourselves. */

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/buf.h"
#include "core/error.h"
#include "http/address.h"
#include "http/listen.h"

/* The kernel makes it net.core.somaxconn where that is less. */
#define BACKLOG 512
/* Leaves a socket file 0660: who may connect is said by owner and group. */
#define SOCKET_UMASK 0117

static const struct {
	int err;
	int family; /* AF_UNSPEC = both of TCP */
	const char *text;
} remedies[] = {
	{EADDRINUSE, AF_UNSPEC,
		": another process listens there: end it or take another port"},
	{EACCES, AF_UNSPEC,
		": ports below 1024 are root's: take a higher one, or let "
		"systemd open it in a socket unit"},
	{EADDRNOTAVAIL, AF_UNSPEC,
		": no interface of this host has that address: 127.0.0.1 is "
		"this host alone, 0.0.0.0 every interface"},
	{EAFNOSUPPORT, AF_UNSPEC,
		": this host has no such addresses: try 127.0.0.1"},
	{EADDRINUSE, AF_UNIX,
		": another process listens there: end it or take another path"},
	{EEXIST, AF_UNIX,
		": what is there is no socket: remove it or take another path"},
	{EACCES, AF_UNIX, ": the folder must be ours to write"},
	{EPERM, AF_UNIX, ": the folder must be ours to write"},
	{ENOENT, AF_UNIX, ": make the folder first"},
};

#define REMEDIES (sizeof(remedies) / sizeof(remedies[0]))

static const char *remedy(int err, int family)
{
	for (size_t i = 0; i < REMEDIES; i++)
		if (remedies[i].err == err &&
			(remedies[i].family == AF_UNIX) == (family == AF_UNIX))
			return remedies[i].text;
	return "";
}

/* CALL has failed with errno. */
static int refuse(const struct address *address, const char *text,
	const char *call, struct error *e)
{
	int err = errno;

	return fail(e, ERR_IO, "cannot listen on '%s': %s: %s%s", text, call,
		strerror(err), remedy(err, address->any.sa_family));
}

/* Does anyone listen on ADDRESS? Only a refusal says no. */
static bool is_live(const struct address *address)
{
	autofd int fd =
		socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

	return fd < 0 || !connect(fd, &address->any, address->len) ||
	       errno != ECONNREFUSED;
}

/* Is PATH still the file that STATUS tells of? */
static bool is_same(const char *path, dev_t dev, ino_t ino)
{
	struct stat status;

	return !lstat(path, &status) && S_ISSOCK(status.st_mode) &&
	       status.st_dev == dev && status.st_ino == ino;
}

/* Remove the socket that a dead process has left. 0, or -1 with errno. */
static int remove_stale(const struct address *address)
{
	const char *path = address->local.sun_path;
	struct stat status;

	if (lstat(path, &status))
		return errno == ENOENT ? 0 : -1;
	if (!S_ISSOCK(status.st_mode)) {
		errno = EEXIST;
		return -1;
	}
	/* Another server may have replaced it while we asked. */
	if (is_live(address) || !is_same(path, status.st_dev, status.st_ino)) {
		errno = EADDRINUSE;
		return -1;
	}
	return unlink(path);
}

static int open_unix(const struct address *address, const char *text,
	struct listener *out, struct error *e)
{
	struct stat status;
	mode_t mask;
	int result;

	if (remove_stale(address))
		return refuse(address, text, "bind", e);
	mask = umask(SOCKET_UMASK);
	result = bind(out->fd, &address->any, address->len);
	(void)umask(mask); /* cannot fail */
	if (result)
		return refuse(address, text, "bind", e);
	if (lstat(address->local.sun_path, &status))
		return refuse(address, text, "lstat", e);
	out->made = true;
	out->dev = status.st_dev;
	out->ino = status.st_ino;
	return 0;
}

static int open_tcp(const struct address *address, const char *text,
	const struct listener *out, struct error *e)
{
	const int on = 1;

	if (setsockopt(out->fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)))
		return refuse(address, text, "setsockopt SO_REUSEADDR", e);
	/* IPv4 has to be spelled out too. */
	if (address->any.sa_family == AF_INET6 &&
		setsockopt(out->fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof(on)))
		return refuse(address, text, "setsockopt IPV6_V6ONLY", e);
	if (bind(out->fd, &address->any, address->len))
		return refuse(address, text, "bind", e);
	return 0;
}

static int start(struct address *address, const char *text,
	struct listener *out, struct error *e)
{
	bool local = address->any.sa_family == AF_UNIX;

	out->fd = socket(address->any.sa_family,
		SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (out->fd < 0)
		return refuse(address, text, "socket", e);
	address_name(address, out->name);
	if (local ? open_unix(address, text, out, e)
		  : open_tcp(address, text, out, e))
		return -1;
	if (listen(out->fd, BACKLOG))
		return refuse(address, text, "listen", e);
	if (!local && getsockname(out->fd, &address->any, &address->len))
		return refuse(address, text, "getsockname", e);
	address_name(address, out->name);
	return 0;
}

int listen_open(const char *address, struct listener *out, struct error *e)
{
	struct address parsed;

	*out = (struct listener)LISTENER_INIT;
	if (address_parse(address, &parsed, e))
		return -1;
	if (!start(&parsed, address, out, e))
		return 0;
	listener_close(out);
	return -1;
}

void listener_hide(struct listener *listener)
{
	const char *path = listener->name + strlen("unix:");

	/* While the socket is open its inode cannot be another's. */
	if (listener->made && is_same(path, listener->dev, listener->ino))
		(void)unlink(path); /* left behind, it counts as stale */
	listener->made = false;
}

void listener_close(struct listener *listener)
{
	listener_hide(listener);
	close_at(&listener->fd);
	*listener = (struct listener)LISTENER_INIT;
}
