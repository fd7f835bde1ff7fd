/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The small things of a connection. */

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "http/connection_parts.h"
#include "http/server_parts.h"

static bool ready(int fd, short events)
{
	struct pollfd one = {fd, events, 0};

	return poll(&one, 1, 0) == 1;
}

ssize_t connection_read(int fd, char *data, size_t len)
{
	if (ready(fd, POLLIN))
		return read(fd, data, len);
	errno = EAGAIN;
	return -1;
}

ssize_t connection_write(int fd, const char *data, size_t len)
{
	/* That much a pipe which says it is ready takes (pipe(7)). */
	if (ready(fd, POLLOUT))
		return write(fd, data, len < PIPE_BUF ? len : PIPE_BUF);
	errno = EAGAIN;
	return -1;
}

void connection_outbox_free(struct connection *c)
{
	free(c->outbox);
	c->outbox = NULL;
	c->out_at = c->out_len = 0;
}

void connection_probe(struct connection *c)
{
	static const char first[] = {'H'}; /* of every answer */
	int fd = c->out.fd >= 0 ? c->out.fd : c->in.fd;

	c->probed = true;
	if (!c->exchange || c->out_len)
		return; /* what is to be written anyway will tell */
	if (c->exchange->answered)
		chat_probe(c->exchange);
	else if (send(fd, first, sizeof(first), MSG_NOSIGNAL | MSG_DONTWAIT) ==
		 sizeof(first))
		c->ahead = sizeof(first);
}

int connection_too_large(uint64_t max, struct error *e)
{
	return fail(e, ERR_REQUEST_TOO_LARGE,
		"the body is larger than the %" PRIu64
		" bytes that limits.request allows",
		max);
}

void connection_log_fault(struct connection *c, const char *id)
{
	struct server *server = c->server;
	int64_t took = c->begun_us ? clock_us() - c->begun_us : 0;
	int status = error_http(c->fault.kind);
	const struct log_request line = {
		.id = id,
		.status = status,
		.outcome = error_code(c->fault.kind),
		.exit_code = -1,
		.duration_us = took,
		.bytes = c->out_len,
	};

	log_request(&server->log, &line);
	metrics_request(&server->metrics, status, took);
}
