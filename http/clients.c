/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Where clients come from. When there is no room for one more, whoever holds a
 * place to no purpose makes it: an idle connection, one whose request does not
 * get on, one that is refused. So those who are slow on purpose, however many,
 * keep nobody out.
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <syslog.h>
#include <unistd.h>

#include "http/server_parts.h"

/* How long clients wait for a place before it is looked for again. */
#define CROWDED_MS 20

/* Close the one that has been of no use for longest. */
static bool make_room(struct server *server)
{
	struct connection *oldest = NULL;
	int64_t since = INT64_MAX;

	for (struct connection *c = server->connections; c; c = c->next)
		if (connection_spare_since(c) < since) {
			oldest = c;
			since = connection_spare_since(c);
		}
	if (oldest)
		connection_drop(oldest);
	return oldest != NULL;
}

/* Take clients from now on, or let them wait in the kernel's queue. */
static void set_listening(struct server *server, bool on)
{
	for (size_t i = 0; i < server->listener_count; i++)
		(void)loop_want(&server->loop, &server->listen_watch[i],
			on ? EPOLLIN : 0);
}

/* There is no room for a client: try again in a moment. */
static void pause_listening(struct server *server)
{
	set_listening(server, false);
	server->listen_ms = clock_ms() + CROWDED_MS;
}

/* True when there may be another. */
static bool accept_one(struct server *server, int listener)
{
	size_t most = (size_t)server->world->policy.server.connections;
	int fd;

	if (server->connection_count >= most && !make_room(server)) {
		pause_listening(server);
		return false;
	}
	/* cppcheck-suppress nullPointer ; accept(2): the address may be NULL */
	fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
	if (fd >= 0)
		return !connection_open(server, fd, fd, true);
	if (errno == EINTR || errno == ECONNABORTED)
		return true;
	if (errno != EAGAIN && !make_room(server)) /* no fds, no memory */
		pause_listening(server);
	return false;
}

static void accept_clients(struct watch *watch, uint32_t events)
{
	(void)events;
	(void)accept_one(watch->owner, watch->fd);
}

static int add_listener(
	struct server *server, const char *address, struct error *e)
{
	struct listener *grown = realloc(server->listener,
		(server->listener_count + 1) * sizeof(*grown));

	if (!grown)
		return fail(e, ERR_INTERNAL, "out of memory");
	server->listener = grown;
	if (listen_open(address, &grown[server->listener_count], e))
		return -1;
	server->listener_count++;
	return 0;
}

static int open_listeners(struct server *server, struct error *e)
{
	const struct server_options *options = server->options;

	for (size_t i = 0; i < options->listen_count; i++)
		if (add_listener(server, options->listen[i], e))
			return -1;
	server->listen_watch =
		calloc(server->listener_count + 1, sizeof(struct watch));
	if (!server->listen_watch)
		return fail(e, ERR_INTERNAL, "out of memory");
	for (size_t i = 0; i < server->listener_count; i++) {
		server->listen_watch[i] =
			(struct watch){.fd = server->listener[i].fd,
				.ready = accept_clients,
				.owner = server};
		log_say(&server->log, LOG_NOTICE, "listening on %s",
			server->listener[i].name);
	}
	set_listening(server, true);
	return 0;
}

static bool is_listening(int fd)
{
	int listening = 0;
	socklen_t len = sizeof(listening);

	return !getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listening, &len) &&
	       listening;
}

int clients_open(struct server *server, struct error *e)
{
	struct stat in;
	struct stat out;
	bool same;

	if (open_listeners(server, e))
		return -1;
	if (server->listener_count)
		return 0;
	if (is_listening(STDIN_FILENO))
		return fail(e, ERR_CONFIG,
			"stdin is a socket that listens: inetd's 'nowait', "
			"systemd's Accept=yes give a conversation; systemd's "
			"Accept=no wants no StandardInput=socket");
	same = !fstat(STDIN_FILENO, &in) && !fstat(STDOUT_FILENO, &out) &&
	       S_ISSOCK(in.st_mode) && in.st_dev == out.st_dev &&
	       in.st_ino == out.st_ino;
	if (connection_open(server, STDIN_FILENO,
		    same ? STDIN_FILENO : STDOUT_FILENO, false))
		return fail(e, ERR_INTERNAL, "cannot serve stdin: %s",
			strerror(errno));
	return 0;
}

void clients_take_last(struct server *server)
{
	size_t most = (size_t)server->world->policy.server.connections;

	if (!server->options->listen_count)
		return;
	for (size_t i = 0; i < server->listener_count; i++) {
		listener_hide(&server->listener[i]);
		for (size_t n = 0; n < most; n++)
			if (!accept_one(server, server->listener[i].fd))
				break;
	}
}

/* Who comes now is refused by the kernel, or waits for who has passed us the
 * socket, and goes to the next server. */
void clients_refuse(struct server *server)
{
	for (size_t i = 0; i < server->listener_count; i++) {
		if (server->listen_watch)
			loop_forget(&server->loop, &server->listen_watch[i]);
		listener_close(&server->listener[i]);
	}
	server->listen_ms = 0;
}

int64_t clients_deadline(struct server *server, int64_t now_ms)
{
	if (server->listen_ms && server->listen_ms <= now_ms) {
		server->listen_ms = 0;
		set_listening(server, true);
	}
	return server->listen_ms ? server->listen_ms : INT64_MAX;
}
