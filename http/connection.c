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
 * closed both ways, or whom nothing can be written to, has.
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

static void set_deadline(struct connection *c, int64_t after_ms)
{
	c->deadline_ms = server_now_ms() + after_ms;
}

static const struct policy_server *rules(const struct connection *c)
{
	return &c->server->world->policy.server;
}

bool connection_idle(const struct connection *c)
{
	return c->reading == READ_HEAD && !c->inbox.len && !c->out_len &&
	       !c->exchange;
}

static void in_ready(struct watch *watch, uint32_t events)
{
	struct connection *c = watch->owner;

	/* Of a pipe or a file, EPOLLHUP is only its end. */
	if ((events & EPOLLERR) || ((events & EPOLLHUP) && c->socket))
		c->dead = true;
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
	set_deadline(c, rules(c)->header_timeout_ms);
	connection_pump(c);
	return 0;
}

static void inner_close(struct connection *c)
{
	int fd = c->inner.fd;

	if (c->link)
		c->link->connection = NULL;
	c->link = NULL;

	loop_forget(&c->server->loop, &c->inner);
	if (fd >= 0)
		(void)close(fd); /* what it has not had, it shall not have */
}

void connection_drop(struct connection *c)
{
	struct server *server = c->server;
	int in_fd = c->in.fd;

	if (c->exchange) {
		exchange_abort(c->exchange);
		c->exchange->connection = NULL;
	}
	inner_close(c);
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

/* Libmicrohttpd's end of the connection, made when the first head is whole: a
 * client that never gets so far costs little. */
static int inner_open(struct connection *c)
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

/* What we do not pass on: it is answered once all before it is. */
static void refuse(struct connection *c)
{
	c->reading = READ_NO_MORE;
	c->passable = 0;
	c->inbox.len = 0;
	c->last = true;
}

static void refuse_with(
	struct connection *c, enum error_kind kind, const char *message)
{
	(void)fail(&c->fault, kind, "%s", message);
	refuse(c);
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

static void judge_head(struct connection *c)
{
	uint64_t max = (uint64_t)c->server->world->policy.limits.request_bytes;
	struct message_head *head = &c->head;
	int status;

	if (!c->inbox.len)
		return;
	if (!c->begun_us) {
		c->begun_us = server_now_us();
		set_deadline(c, rules(c)->header_timeout_ms);
	}
	status = message_head(c->inbox.data, c->inbox.len, head, &c->fault);
	if (status < 0) {
		refuse(c);
		return;
	}
	if (!status)
		return;
	if (!head->chunked && head->length > max) {
		(void)connection_too_large(max, &c->fault);
		refuse(c);
		return;
	}
	if (inner_open(c)) {
		refuse_with(c, ERR_INTERNAL, "no connection is to be had");
		return;
	}
	c->passable = head->len;
	c->last = head->close;
	c->body_left = head->length;
	c->chunks = (struct message_chunks){0};
	c->requests++;
	c->reading = head->chunked  ? READ_CHUNKS
		     : head->length ? READ_BODY
				    : READ_ANSWER;
	set_deadline(c, rules(c)->body_timeout_ms);
}

static void judge_body(struct connection *c)
{
	size_t left = c->inbox.len - c->passable;

	if (left > c->body_left)
		left = (size_t)c->body_left;
	c->passable += left;
	c->body_left -= left;
	if (!c->body_left)
		c->reading = READ_ANSWER;
}

static void judge_chunks(struct connection *c)
{
	uint64_t max = (uint64_t)c->server->world->policy.limits.request_bytes;
	size_t used = 0;
	int status;

	if (c->inbox.len == c->passable)
		return;
	status = message_chunks(&c->chunks, c->inbox.data + c->passable,
		c->inbox.len - c->passable, &used, &c->fault);

	if (status >= 0 && c->chunks.total > max)
		status = connection_too_large(max, &c->fault);
	if (status < 0) {
		refuse(c);
		return;
	}
	c->passable += used;
	if (status)
		c->reading = READ_ANSWER;
}

/* Decide how much of the inbox may pass. */
static void judge(struct connection *c)
{
	if (c->reading == READ_HEAD && !c->exchange)
		judge_head(c);
	if (c->reading == READ_BODY)
		judge_body(c);
	else if (c->reading == READ_CHUNKS)
		judge_chunks(c);
	if (c->in_ended && c->inbox.len == c->passable &&
		(c->reading == READ_BODY || c->reading == READ_CHUNKS))
		refuse_with(
			c, ERR_BAD_REQUEST, "the body ends before it is whole");
	else if (c->in_ended && c->inbox.len && c->reading == READ_HEAD &&
		 !c->exchange)
		refuse_with(c, ERR_BAD_REQUEST,
			"the request ends before its head is whole");
}

static void inbox_drop(struct connection *c, size_t len)
{
	c->inbox.len -= len;
	memmove(c->inbox.data, c->inbox.data + len, c->inbox.len);
	c->passable -= len;
	if (!c->inbox.len)
		buf_free(&c->inbox);
}

/* Pass on what may pass. True when something did. */
static bool pass_on(struct connection *c)
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

/* Take from libmicrohttpd what the client is to have next. True when something
 * came. */
static bool read_inner(struct connection *c)
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
		c->out_at = 0;
		c->out_len = (size_t)got;
		set_deadline(c, rules(c)->idle_timeout_ms);
		return true;
	}
	if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
		inner_close(c);
		c->last = true;
		c->reading = READ_NO_MORE;
	}
	return false;
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
	if (sent < 0 && errno != EAGAIN && errno != EINTR)
		c->dead = true;
	if (sent <= 0)
		return false;
	c->out_at += (size_t)sent;
	c->out_len -= (size_t)sent;
	set_deadline(c, rules(c)->idle_timeout_ms);
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
	inner_close(c);
	free(c->outbox);
	if (reply_raw(&c->fault, id, &text)) {
		c->dead = true;
		return;
	}
	c->out_at = 0;
	c->out_len = text.len;
	c->outbox = steal(&text.data);
	connection_log_fault(c, id);
	set_deadline(c, rules(c)->idle_timeout_ms);
}

/* Turn to the next request when one is answered and its answer has left. True
 * when it is so. */
static bool next_request(struct connection *c)
{
	if (c->reading != READ_ANSWER || c->requests != c->completed ||
		c->out_len || c->passable)
		return false;
	c->begun_us = 0;
	set_deadline(c, rules(c)->idle_timeout_ms);
	if (!c->last && !c->server->ending) {
		c->reading = READ_HEAD;
		return true;
	}
	/* Libmicrohttpd closes its end then, if it has not yet. */
	c->reading = READ_NO_MORE;
	(void)shutdown(c->inner.fd, SHUT_WR); /* legal on any socket */
	return false;
}

/* Nothing moves. If that is since everything has been said: let the client
 * read it, and end. */
static void finish(struct connection *c)
{
	bool fault = c->fault.kind != ERR_NONE && !c->fault_written;

	if (c->out_len || c->dead || fault)
		return;
	if (c->lingering) {
		c->dead = c->in_ended;
	} else if (c->reading == READ_HEAD) {
		c->dead = (c->in_ended || c->server->ending) && !c->inbox.len;
	} else if (c->reading == READ_NO_MORE && c->inner.fd < 0) {
		c->dead = !c->socket || c->in_ended ||
			  shutdown(c->in.fd, SHUT_WR);
		c->lingering = true;
		set_deadline(c, LINGER_MS);
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
	if (loop_want(loop, &c->in, in) || loop_want(loop, &c->out, out) ||
		loop_want(loop, &c->inner, inner))
		c->dead = true;
}

void connection_pump(struct connection *c)
{
	bool moved = true;

	while (moved && !c->dead) {
		moved = read_client(c);
		judge(c);
		moved |= pass_on(c);
		moved |= read_inner(c);
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

/* What C has come to by its deadline. */
static void expire(struct connection *c)
{
	bool began = c->reading == READ_HEAD && c->inbox.len;

	if (c->out_len || c->lingering || c->fault_written ||
		(c->reading == READ_HEAD && !began && !c->exchange)) {
		c->dead = true;
	} else if (began) {
		refuse_with(c, ERR_REQUEST_TIMEOUT,
			"the head of the request took too long");
	} else if (c->reading == READ_BODY || c->reading == READ_CHUNKS) {
		refuse_with(c, ERR_REQUEST_TIMEOUT,
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
		if (c->deadline_ms <= now_ms)
			expire(c);
	}
	/* connection_drop() has taken those that are freed out of the list.
	 * NOLINTNEXTLINE(clang-analyzer-unix.Malloc) */
	for (struct connection *c = server->connections; c; c = c->next)
		if (c->deadline_ms < first) /* NOLINT(clang-analyzer-unix*) */
			first = c->deadline_ms;
	return first;
}
