/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* How much of what a client has sent may pass, and what is refused. */

#include <string.h>

#include "http/connection_parts.h"
#include "http/server_parts.h"

/* What we do not pass on: it is answered once all before it is. */
static void refuse(struct connection *c)
{
	/* Where its method can be told: HEAD is answered without a body. */
	c->bodiless = c->reading == READ_HEAD && c->inbox.len >= 5 &&
		      !memcmp(c->inbox.data, "HEAD ", 5);
	c->reading = READ_NO_MORE;
	c->passable = 0;
	c->inbox.len = 0;
	c->last = true;
}

void connection_refuse(
	struct connection *c, enum error_kind kind, const char *message)
{
	(void)fail(&c->fault, kind, "%s", message);
	refuse(c);
}

static void judge_head(struct connection *c)
{
	uint64_t max = (uint64_t)c->server->world->policy.limits.request_bytes;
	struct message_head *head = &c->head;
	int status;

	if (!c->inbox.len)
		return;
	if (!c->begun_us) {
		c->begun_us = clock_us();
		connection_deadline(c, connection_rules(c)->header_timeout_ms);
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
	if (connection_inner_open(c)) {
		connection_refuse(
			c, ERR_INTERNAL, "no connection is to be had");
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
	connection_deadline(c, connection_rules(c)->body_timeout_ms);
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

void connection_judge(struct connection *c)
{
	if (c->reading == READ_HEAD && !c->exchange)
		judge_head(c);
	if (c->reading == READ_BODY)
		judge_body(c);
	else if (c->reading == READ_CHUNKS)
		judge_chunks(c);
	if (c->in_ended && c->inbox.len == c->passable &&
		(c->reading == READ_BODY || c->reading == READ_CHUNKS))
		connection_refuse(
			c, ERR_BAD_REQUEST, "the body ends before it is whole");
	else if (c->in_ended && c->inbox.len && c->reading == READ_HEAD &&
		 !c->exchange)
		connection_refuse(c, ERR_BAD_REQUEST,
			"the request ends before its head is whole");
}
