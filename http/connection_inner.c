/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The socketpair between a connection and libmicrohttpd. */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "http/connection_parts.h"
#include "http/server_parts.h"

void connection_inner_close(struct connection *c)
{
	int fd = c->inner.fd;

	if (c->link)
		c->link->connection = NULL;
	c->link = NULL;

	loop_forget(&c->server->loop, &c->inner);
	if (fd >= 0)
		(void)close(fd); /* what was written is not missed */
}

int connection_inner_open(struct connection *c)
{
	static const struct sockaddr nobody = {.sa_family = AF_UNIX};
	struct server *server = c->server;
	enum MHD_Result added;
	int ends[2];

	if (c->inner.fd >= 0)
		return 0;
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0,
		    ends))
		return -1;
	server->adding = c;
	added = server->mhd.MHD_add_connection(
		server->daemon, ends[1], &nobody, sizeof(nobody.sa_family));
	server->adding = NULL;
	if (added != MHD_YES) {       /* which has closed its end */
		(void)close(ends[0]); /* nothing was written */
		return -1;
	}
	c->inner.fd = ends[0];
	return 0;
}

static void inbox_drop(struct connection *c, size_t len)
{
	c->inbox.len -= len;
	memmove(c->inbox.data, c->inbox.data + len, c->inbox.len);
	c->passable -= len;
	if (!c->inbox.len)
		buf_free(&c->inbox);
}

bool connection_pass_on(struct connection *c)
{
	ssize_t sent;

	if (!c->passable)
		return false;
	sent = send(c->inner.fd, c->inbox.data, c->passable,
		MSG_NOSIGNAL | MSG_DONTWAIT);
	if (sent <= 0) {
		/* It has answered early and hears no more. */
		if (errno != EAGAIN && errno != EINTR) {
			c->inbox.len = c->passable = 0;
			c->reading = READ_NO_MORE;
		}
		return false;
	}
	inbox_drop(c, (size_t)sent);
	return true;
}

bool connection_read_inner(struct connection *c)
{
	ssize_t got;

	if (c->inner.fd < 0 || c->out_len)
		return false;
	if (!c->outbox && !(c->outbox = malloc(OUTBOX_BYTES))) {
		c->dead = true;
		return false;
	}
	got = recv(c->inner.fd, c->outbox, OUTBOX_BYTES, MSG_DONTWAIT);
	if (got > 0) {
		c->out_at = c->ahead;
		c->out_len = (size_t)got - c->ahead;
		c->ahead = 0;
		connection_progress(c);
		return true;
	}
	connection_outbox_free(c);
	if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
		connection_inner_close(c);
		c->last = true;
		c->reading = READ_NO_MORE;
	}
	return false;
}
