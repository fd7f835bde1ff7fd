/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The front of a connection: what a client sends is read, judged and passed on,
 * what comes back is written, and nobody is waited for.
 *
 * Theory of operation: connection_pump() moves bytes as far as they go, in
 * order: client, inbox, judgement, libmicrohttpd; libmicrohttpd, outbox,
 * client. Then it asks the loop for what it lacks, and sets the deadline that
 * its state has. A client that ends its sending has not gone; one that has
 * closed both ways, or whom nothing can be written to, has: so something is
 * written (connection_probe()).
 */

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "http/connection_parts.h"
#include "http/server_parts.h"

void connection_deadline(struct connection *c, int64_t after_ms)
{
	c->deadline_ms = clock_ms() + after_ms;
}

const struct policy_server *connection_rules(const struct connection *c)
{
	return &c->server->world->policy.server;
}

void connection_progress(struct connection *c)
{
	/* A body has its time in all, whatever is said to it meanwhile. */
	if (!c->hung_up && c->reading >= READ_ANSWER)
		connection_deadline(c, connection_rules(c)->idle_timeout_ms);
}

int64_t connection_spare_since(const struct connection *c)
{
	bool wanted = c->exchange && c->exchange->refusal.kind == ERR_NONE;
	bool whole = c->reading >= READ_ANSWER && !c->lingering;

	return wanted || whole || c->out_len ? INT64_MAX : c->since_ms;
}

/* Is nothing in progress on C? */
static bool is_idle(const struct connection *c)
{
	return c->reading == READ_HEAD && !c->inbox.len && !c->out_len &&
	       !c->exchange;
}

void connection_end_idle(struct server *server)
{
	int64_t soon_ms = clock_ms() + FIRST_WORD_MS;
	struct connection *next;

	for (struct connection *c = server->connections; c; c = next) {
		next = c->next;
		if (!is_idle(c))
			continue;
		if (c->requests)
			connection_drop(c);
		else if (c->deadline_ms > soon_ms)
			c->deadline_ms = soon_ms;
	}
}

/* The client has closed: after it has read all of its answer, or before? That
 * libmicrohttpd knows the next time it is asked. */
static void hang_up(struct connection *c)
{
	c->hung_up = true;
	c->dead = !c->exchange;
	loop_mute(&c->server->loop, &c->in);
	connection_deadline(c, 0);
}

static void in_ready(struct watch *watch, uint32_t events)
{
	struct connection *c = watch->owner;

	/* Of a pipe or a file, EPOLLHUP is only its end. */
	if ((events & EPOLLERR) || ((events & EPOLLHUP) && c->socket))
		hang_up(c);
	else if (events & EPOLLRDHUP)
		connection_probe(c);
	connection_pump(c);
}

static void out_ready(struct watch *watch, uint32_t events)
{
	struct connection *c = watch->owner;

	if (events & (EPOLLERR | EPOLLHUP))
		c->dead = true;
	connection_pump(c);
}

static void inner_ready(struct watch *watch, uint32_t events)
{
	(void)events;
	connection_pump(watch->owner);
}

static bool is_socket(int fd)
{
	int type;
	socklen_t len = sizeof(type);

	return !getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &len);
}

int connection_open(struct server *server, int in_fd, int out_fd, bool owned)
{
	struct connection *c = calloc(1, sizeof(*c));

	if (!c) {
		if (owned)
			(void)close(in_fd); /* nothing was written */
		return -1;
	}
	c->server = server;
	c->owned = owned;
	c->socket = is_socket(in_fd) && is_socket(out_fd);
	c->in = (struct watch){.fd = in_fd,
		.ready = in_ready,
		.owner = c,
		.quiet = !c->socket};
	c->out = (struct watch){.fd = out_fd == in_fd ? -1 : out_fd,
		.ready = out_ready,
		.owner = c};
	c->inner = (struct watch){.fd = -1, .ready = inner_ready, .owner = c};
	c->next = server->connections;
	if (c->next)
		c->next->prev = c;
	server->connections = c;
	server->connection_count++;
	c->since_ms = clock_ms();
	connection_deadline(c, connection_rules(c)->header_timeout_ms);
	connection_pump(c);
	return 0;
}

void connection_drop(struct connection *c)
{
	struct server *server = c->server;
	int in_fd = c->in.fd;

	if (c->exchange) {
		exchange_abort(c->exchange);
		c->exchange->connection = NULL;
	}
	connection_inner_close(c);
	loop_forget(&server->loop, &c->in);
	loop_forget(&server->loop, &c->out);
	if (c->owned)
		(void)close(in_fd); /* what could be written was */
	if (c->next)
		c->next->prev = c->prev;
	if (c->prev)
		c->prev->next = c->next;
	else
		server->connections = c->next;
	server->connection_count--;
	buf_free(&c->inbox);
	free(c->outbox);
	free(c);
}

/* Read once from the client. True when something came. */
static bool read_client(struct connection *c)
{
	char block[READ_BYTES];
	ssize_t got;

	if (c->in_ended || c->inbox.len >= INBOX_BYTES ||
		(!c->lingering && c->reading >= READ_ANSWER))
		return false;
	got = c->socket ? recv(c->in.fd, block, sizeof(block), MSG_DONTWAIT)
			: connection_read(c->in.fd, block, sizeof(block));
	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return false;
	if (got < 0)
		c->dead = true;
	if (got == 0)
		c->in_ended = true;
	if (got <= 0 || c->lingering)
		return got > 0;
	if (buf_append(&c->inbox, block, (size_t)got))
		c->dead = true;
	return true;
}

/* Write to the client. True when something went. */
static bool write_client(struct connection *c)
{
	int fd = c->out.fd >= 0 ? c->out.fd : c->in.fd;
	ssize_t sent;

	if (!c->out_len || c->dead)
		return false;
	sent = c->socket ? send(fd, c->outbox + c->out_at, c->out_len,
				   MSG_NOSIGNAL | MSG_DONTWAIT)
			 : connection_write(
				   fd, c->outbox + c->out_at, c->out_len);
	if (sent < 0 && errno != EAGAIN && errno != EINTR) {
		c->dead = true;
		/* Who hangs up is no news, a full disk is. */
		if (!c->socket && errno != EPIPE)
			c->server->write_errno = errno;
	}
	if (sent <= 0)
		return false;
	c->out_at += (size_t)sent;
	c->out_len -= (size_t)sent;
	if (!c->out_len)
		connection_outbox_free(c);
	connection_progress(c);
	return true;
}

/* Our own refusal, in the place of libmicrohttpd's answer, which has not begun.
 */
static void write_fault(struct connection *c)
{
	autobuf struct buf text = {0};
	char id[REQUEST_ID_BYTES];

	if (c->fault.kind == ERR_NONE || c->fault_written || c->out_len)
		return;
	c->fault_written = true;
	if (c->exchange) {
		if (c->exchange->answered)
			return; /* it was refused for something else */
		c->exchange->told = true; /* below */
		exchange_abort(c->exchange);
		c->exchange->connection = NULL;
		c->exchange = NULL;
	}
	connection_inner_close(c);
	if (reply_raw(&c->fault, !c->bodiless, id, &text)) {
		c->dead = true;
		return;
	}
	c->out_at = 0;
	c->out_len = text.len;
	c->outbox = steal(&text.data);
	connection_log_fault(c, id);
	connection_progress(c);
}

/* Turn to the next request when one is answered and its answer has left. True
 * when it is so. */
static bool next_request(struct connection *c)
{
	if (c->reading != READ_ANSWER || c->requests != c->completed ||
		c->out_len || c->passable)
		return false;
	c->begun_us = 0;
	c->probed = false;
	c->since_ms = clock_ms();
	connection_deadline(c, connection_rules(c)->idle_timeout_ms);
	c->reading = c->last || c->server->ending ? READ_NO_MORE : READ_HEAD;
	/* Libmicrohttpd keeps a hundred kilobytes for each connection: too
	 * much for one that may never say a word again. */
	if (c->reading == READ_NO_MORE || !c->inbox.len)
		connection_inner_close(c);
	return c->reading == READ_HEAD && c->inbox.len;
}

/* Nothing moves. If that is since everything has been said: let the client
 * read it, and end. */
static void finish(struct connection *c)
{
	bool fault = c->fault.kind != ERR_NONE && !c->fault_written;

	if (c->hung_up && !c->exchange)
		c->dead = true;
	if (c->out_len || c->dead || fault)
		return;
	if (c->lingering) {
		c->dead = c->in_ended;
	} else if (c->reading == READ_HEAD) {
		c->dead = (c->in_ended || (c->server->ending && c->requests)) &&
			  !c->inbox.len;
	} else if (c->reading == READ_NO_MORE && c->inner.fd < 0) {
		c->dead = !c->socket || c->in_ended ||
			  shutdown(c->in.fd, SHUT_WR);
		c->lingering = true;
		connection_deadline(c, LINGER_MS);
	}
}

static void want(struct connection *c)
{
	struct loop *loop = &c->server->loop;
	bool hears = c->lingering ||
		     (c->reading < READ_ANSWER && c->inbox.len < INBOX_BYTES);
	uint32_t in = hears && !c->in_ended ? EPOLLIN : 0;
	uint32_t out = c->out_len ? EPOLLOUT : 0;
	uint32_t inner =
		(c->out_len ? 0 : EPOLLIN) | (c->passable ? EPOLLOUT : 0);

	if (c->out.fd < 0)
		in |= out;
	if (c->socket && c->reading == READ_ANSWER && !c->probed)
		in |= EPOLLRDHUP;
	if ((!c->hung_up && loop_want(loop, &c->in, in)) ||
		loop_want(loop, &c->out, out) ||
		loop_want(loop, &c->inner, inner))
		c->dead = true;
}

void connection_pump(struct connection *c)
{
	bool moved = true;

	while (moved && !c->dead) {
		/* Who never stops talking is heard out in turns. */
		moved = read_client(c) && !c->lingering;
		connection_judge(c);
		moved |= connection_pass_on(c);
		moved |= connection_read_inner(c);
		write_fault(c);
		moved |= write_client(c);
		if (!moved)
			moved = next_request(c);
	}
	finish(c);
	if (!c->dead)
		want(c);
	if (c->dead)
		connection_drop(c);
}

void connection_answered(struct connection *c)
{
	c->completed++;
	/* Before it was whole: what is wrong with the rest is no matter. */
	if (c->reading < READ_ANSWER) {
		c->reading = READ_NO_MORE;
		c->last = true;
		c->passable = 0;
		buf_free(&c->inbox);
	}
	connection_pump(c);
}

/* What C has come to by its deadline. */
static void expire(struct connection *c)
{
	bool began = c->reading == READ_HEAD && c->inbox.len;

	if (c->hung_up || c->out_len || c->lingering || c->fault_written ||
		(c->reading == READ_HEAD && !began && !c->exchange)) {
		c->dead = true;
	} else if (began) {
		connection_refuse(c, ERR_REQUEST_TIMEOUT,
			"the head of the request took too long");
	} else if (c->reading == READ_BODY || c->reading == READ_CHUNKS) {
		connection_refuse(c, ERR_REQUEST_TIMEOUT,
			"the body of the request took too long");
	} else {
		c->deadline_ms = INT64_MAX; /* a run has its own limits */
		return;
	}
	connection_pump(c);
}

int64_t connection_deadlines(struct server *server, int64_t now_ms)
{
	struct connection *next;
	int64_t first = INT64_MAX;

	for (struct connection *c = server->connections; c; c = next) {
		next = c->next;
		if (c->deadline_ms < first)
			first = c->deadline_ms;
		if (c->deadline_ms <= now_ms)
			expire(c); /* what it has then is seen next time */
	}
	return first;
}
