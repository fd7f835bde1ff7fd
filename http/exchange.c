/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * One request and its answer, as libmicrohttpd calls us: once when the head is
 * there, once for each piece of the body, once when it is whole, and again
 * when we have asked for it (exchange_resume()).
 *
 * What can be refused by the head is, at once when the body would be large or
 * waits for our "100 Continue", and then the connection ends; else when the
 * body has passed by, and it lives on.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http/exchange_parts.h"
#include "http/server_parts.h"

/* A body up to this size is sooner read than its connection made anew. */
#define PASS_BY_BYTES 65536

/* So much may whole answers be that wait for their readers, all together. */
#define HELD_BYTES ((size_t)256 << 20)

/* What log and metrics have for a client that went before there was a status:
 * nginx's number, which operators know. */
#define STATUS_ABORTED 499

static const char *header(const struct exchange *x, const char *name)
{
	return x->server->mhd.MHD_lookup_connection_value(
		x->mhd, MHD_HEADER_KIND, name);
}

static struct exchange *exchange_new(
	struct server *server, struct MHD_Connection *mhd)
{
	const union MHD_ConnectionInfo *info =
		server->mhd.MHD_get_connection_info(
			mhd, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
	const struct link *link = info ? info->socket_context : NULL;
	struct exchange *x = calloc(1, sizeof(*x));

	if (!x || !link || !link->connection) {
		free(x);
		return NULL;
	}
	x->server = server;
	x->mhd = mhd;
	x->connection = link->connection;
	x->connection->exchange = x;
	x->world = world_hold(server->world);
	x->slot_fd = x->queue_fd = -1;
	x->start_us = clock_us();
	reply_make_id(x->id);
	return x;
}

/* Its answer will not be read. */
static void let_go(struct exchange *x)
{
	x->server->held_bytes -= x->held;
	x->held = 0;
}

static void exchange_free(struct exchange *x)
{
	exchange_unlist(x);
	let_go(x);
	answer_free(&x->answer);
	slots_release(&x->slot_fd);
	slots_release(&x->queue_fd);
	world_drop(x->world);
	buf_free(&x->body);
	buf_free(&x->out);
	free(x->method);
	free(x->path);
	free(x);
}

static int check_key(struct exchange *x)
{
	if (auth_check(&x->server->auth, header(x, "Authorization"),
		    header(x, "api-key")) == AUTH_ACCEPTED)
		return 0;
	return fail(&x->refusal, ERR_INVALID_API_KEY,
		"the API key is missing or wrong: send it as 'Authorization: "
		"Bearer KEY'");
}

/* What is wrong with EXCHANGE by its head goes into its refusal. */
static void judge(struct exchange *x)
{
	const char *client = header(x, "X-Client-Request-Id");

	if (client)
		(void)snprintf(
			x->client_id, sizeof(x->client_id), "%s", client);
	if (!strcmp(x->method, "OPTIONS"))
		return;
	if (routes_open(x->path)) {
		(void)routes_find(x);
		return;
	}
	if (!check_key(x))
		(void)routes_find(x);
}

/* Must the refusal come before the body? */
static bool refuse_early(const struct exchange *x)
{
	const char *length = header(x, "Content-Length");

	return header(x, "Expect") || header(x, "Transfer-Encoding") ||
	       (length && strtoull(length, NULL, 10) > PASS_BY_BYTES);
}

static enum MHD_Result begin(struct server *server, struct MHD_Connection *mhd,
	const char *url, const char *method, void **context)
{
	struct exchange *x = exchange_new(server, mhd);

	*context = x;
	if (!x)
		return MHD_NO;
	x->method = strdup(method);
	x->path = strdup(url);
	if (!x->method || !x->path)
		return MHD_NO;
	judge(x);
	if (x->refusal.kind == ERR_NONE || !refuse_early(x))
		return MHD_YES;
	x->connection->last = true; /* libmicrohttpd says so in the answer */
	return reply_error(x, &x->refusal);
}

static void take_body(struct exchange *x, const char *data, size_t len)
{
	if (x->refusal.kind == ERR_NONE && buf_append(&x->body, data, len))
		(void)fail_memory(&x->refusal);
}

/* The request is whole, or there is news of its answer. */
static enum MHD_Result go_on(struct exchange *x)
{
	if (x->aborted)
		return MHD_NO;
	if (x->answered)
		return MHD_YES;
	if (x->refusal.kind != ERR_NONE)
		return reply_error(x, &x->refusal);
	if (!x->route)
		return reply_empty(x, 204); /* OPTIONS */
	return x->route->answer(x);
}

/* NOLINTNEXTLINE(readability-function-size): libmicrohttpd's signature */
enum MHD_Result exchange_handle(void *closure, struct MHD_Connection *mhd,
	const char *url, const char *method, const char *version,
	const char *data, size_t *len, void **context)
{
	struct exchange *x = *context;

	(void)version; /* http/message.h has judged it */
	if (!x)
		return begin(closure, mhd, url, method, context);
	if (*len) {
		take_body(x, data, *len);
		*len = 0;
		return MHD_YES;
	}
	return go_on(x);
}

static void tell(const struct exchange *x)
{
	struct server *server = x->server;
	const struct result *result = &x->answer.result;
	bool ran = result->count && !x->refusal.kind && !x->cut;
	int64_t took = clock_us() - x->start_us;
	int status = x->status ? x->status : STATUS_ABORTED;
	const struct log_request line = {
		.id = x->id,
		.client_id = x->client_id,
		.method = x->method,
		.path = x->path,
		.status = status,
		.model = x->answer.request.model,
		.outcome = ran ? run_status_text(result->run[0].status)
			   : x->refusal.kind ? error_code(x->refusal.kind)
					     : NULL,
		.exit_code = ran ? result->run[0].exit_code : -1,
		.duration_us = took,
		.bytes = x->bytes,
		.aborted = x->aborted,
	};

	log_request(&server->log, &line);
	metrics_request(&server->metrics, status, took);
}

void exchange_completed(void *closure, struct MHD_Connection *mhd,
	void **context, enum MHD_RequestTerminationCode why)
{
	struct exchange *x = *context;
	struct connection *c;

	(void)closure;
	(void)mhd;
	if (!x)
		return;
	c = x->connection;
	*context = NULL;
	if (why != MHD_REQUEST_TERMINATED_COMPLETED_OK)
		x->aborted = true;
	if (!x->told)
		tell(x);
	exchange_free(x);
	if (!c)
		return;
	c->exchange = NULL;
	connection_answered(c);
}

void exchange_list(struct exchange *x)
{
	struct server *server = x->server;

	x->prev = server->exchanges_last;
	if (x->prev)
		x->prev->next = x;
	else
		server->exchanges = x;
	server->exchanges_last = x;
	x->listed = true;
}

void exchange_unlist(struct exchange *x)
{
	struct server *server = x->server;

	if (!x->listed)
		return;
	if (x->next)
		x->next->prev = x->prev;
	else
		server->exchanges_last = x->prev;
	if (x->prev)
		x->prev->next = x->next;
	else
		server->exchanges = x->next;
	x->next = x->prev = NULL;
	x->listed = false;
}

/* Of all others, the connection whose whole answer has got on for longest not
 * at all. */
static struct connection *least_read(const struct exchange *but)
{
	struct connection *found = NULL;

	for (struct connection *c = but->server->connections; c; c = c->next)
		if (c->exchange && c->exchange != but && c->exchange->held &&
			(!found || c->deadline_ms < found->deadline_ms))
			found = c;
	return found;
}

void exchange_hold(struct exchange *x, size_t len)
{
	struct server *server = x->server;
	struct connection *c;

	server->held_bytes += len;
	x->held += len;
	while (server->held_bytes > HELD_BYTES && (c = least_read(x)))
		connection_drop(c);
}

void exchange_abort(struct exchange *x)
{
	x->aborted = true;
	let_go(x);
	x->state = EXCHANGE_ENDED;
	if (x->answer.execution) {
		x->cut = true;
		metrics_cut(&x->server->metrics, &x->answer.plan);
	}
	execute_end(x->answer.execution);
	x->answer.execution = NULL;
	slots_release(&x->slot_fd);
	slots_release(&x->queue_fd);
	exchange_unlist(x);
	exchange_resume(x);
}

void exchange_resume(struct exchange *x)
{
	if (x->suspended)
		x->server->mhd.MHD_resume_connection(x->mhd);
	x->suspended = false;
}

void exchange_suspend(struct exchange *x)
{
	if (!x->suspended)
		x->server->mhd.MHD_suspend_connection(x->mhd);
	x->suspended = true;
}
