/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * POST /v1/chat/completions: parse and plan, wait for a slot, run, answer.
 *
 * Who comes first is served first, among the requests of this process; between
 * processes the lock files know no order.
 */

#include <limits.h>
#include <stdlib.h>
#include <syslog.h>

#include "http/exchange_parts.h"
#include "http/server_parts.h"

/* How much of an answer is rendered ahead of the client. */
#define AHEAD_BYTES 65536
#define PIECE_BYTES 8192
/* How often those that wait ask for a slot. */
#define SLOT_MS 10

static bool out_ready(void *to)
{
	const struct exchange *x = to;

	return x->out.len - x->out_at < AHEAD_BYTES;
}

static int out_write(void *to, const char *data, size_t len)
{
	struct exchange *x = to;

	return buf_append(&x->out, data, len);
}

static int parse(struct exchange *x)
{
	const struct service service = {&x->world->policy, &x->world->registry,
		(size_t)x->world->policy.server.max_concurrent, x->world->warm};

	x->outlet = (struct outlet){.form = ANSWER_AS_ASKED,
		.piece_bytes = PIECE_BYTES,
		.fd = -1,
		.ready = out_ready,
		.write = out_write,
		.to = x};
	if (buf_append(&x->body, "", 0))
		return fail_memory(&x->refusal);
	if (answer_parse(&service,
		    &(struct json_span){x->body.data, x->body.len}, &x->outlet,
		    &x->answer, &x->refusal))
		return -1;
	buf_free(&x->body);
	return 0;
}

/* What is rendered need not be kept; how it ended is for the log. */
static void forget_output(struct result *result)
{
	for (size_t i = 0; i < result->count; i++)
		buf_free(&result->run[i].stdout_text);
}

/* No more will come of the run. */
static void end(struct exchange *x, int status)
{
	struct server *server = x->server;

	x->state = EXCHANGE_ENDED;
	exchange_unlist(x);
	slots_release(&x->slot_fd);
	if (status && x->answer.streamed)
		(void)answer_error(&x->outlet, &x->answer, &x->refusal);
	if (status && x->refusal.layer[0])
		metrics_refusal(&server->metrics, x->refusal.layer);
	if (!status)
		metrics_runs(&server->metrics, &x->answer.result);
	forget_output(&x->answer.result);
	execute_end(x->answer.execution);
	x->answer.execution = NULL;
}

/* There is a slot. */
static void start(struct exchange *x)
{
	slots_release(&x->queue_fd);
	x->state = EXCHANGE_RUNNING;
	if (answer_begin(&x->answer, &x->refusal) < 0)
		end(x, -1);
	else if (!x->listed)
		exchange_list(x);
}

static bool others_wait(const struct server *server)
{
	for (const struct exchange *x = server->exchanges; x; x = x->next)
		if (x->state == EXCHANGE_WAITING)
			return true;
	return false;
}

/* A lock that TAKE gives; -1 when it gives none now, or with the refusal of X.
 * What is wrong with the lock files is the operator's to know. */
static int lock(struct exchange *x,
	int (*take)(const struct slots *slots, struct error *e))
{
	struct error e = {0};
	int fd = take(&x->world->slots, &e);

	if (fd < 0 && e.kind != ERR_NONE) {
		log_say(&x->server->log, LOG_ERR, "%s", e.message);
		(void)fail(&x->refusal, ERR_INTERNAL,
			"the limit on concurrent runs cannot be kept, so "
			"nothing was run");
	}
	return fd;
}

/* Try to get a slot. True when there is one, or an error that ends waiting. */
static bool take_slot(struct exchange *x)
{
	x->slot_fd = lock(x, slots_take);
	return x->slot_fd >= 0 || x->refusal.kind != ERR_NONE;
}

static void saturated(struct exchange *x)
{
	(void)fail(&x->refusal, ERR_RATE_LIMIT,
		"all %zu slots are taken; try again in 1s",
		(size_t)x->world->policy.server.max_concurrent);
}

/* Take a slot, or a place in the queue. */
static void enqueue(struct exchange *x)
{
	if (!others_wait(x->server) && take_slot(x)) {
		if (x->slot_fd >= 0)
			start(x);
		return;
	}
	x->queue_fd = lock(x, slots_wait);
	if (x->queue_fd < 0) {
		if (x->refusal.kind == ERR_NONE)
			saturated(x);
		return;
	}
	x->state = EXCHANGE_WAITING;
	x->queue_deadline_ms =
		clock_ms() + x->world->policy.server.queue_wait_ms;
	exchange_list(x);
}

/* Its turn may have come. */
static void wait_on(struct exchange *x, int64_t now_ms)
{
	if (take_slot(x)) {
		if (x->slot_fd >= 0)
			start(x);
	} else if (now_ms >= x->queue_deadline_ms) {
		saturated(x);
	}
	if (x->refusal.kind != ERR_NONE && x->state == EXCHANGE_WAITING)
		end(x, -1);
}

enum MHD_Result chat_answer(struct exchange *x)
{
	if (x->state == EXCHANGE_RECEIVING) {
		if (!parse(x))
			enqueue(x);
		if (x->refusal.kind != ERR_NONE)
			return reply_error(x, &x->refusal);
	}
	if (x->answer.streamed)
		return reply_stream(x);
	if (x->state == EXCHANGE_ENDED)
		return reply_text(x, 200, "application/json", &x->out);
	exchange_suspend(x);
	return MHD_YES;
}

size_t chat_fds(struct server *server, struct pollfd **fds, size_t *cap,
	size_t count, int *wait_ms)
{
	for (struct exchange *x = server->exchanges; x; x = x->next) {
		int wait = x->state == EXCHANGE_WAITING ? SLOT_MS : -1;

		if (x->state == EXCHANGE_RUNNING) {
			size_t most = count + EXECUTE_FDS(x->answer.plan.count);
			struct pollfd *grown =
				most <= *cap
					? *fds
					: realloc(*fds, most * sizeof(*grown));

			if (!grown)
				break; /* it has its turn when others end */
			*cap = most > *cap ? most : *cap;
			*fds = grown;
			count += execute_fds(x->answer.execution, *fds + count);
			wait = execute_wait_ms(x->answer.execution);
		}
		if (wait >= 0 && (*wait_ms < 0 || wait < *wait_ms))
			*wait_ms = wait;
	}
	return count;
}

void chat_probe(struct exchange *x)
{
	bool silent = x->state == EXCHANGE_RUNNING && x->answer.streamed &&
		      x->out.len == x->out_at;

	if (silent && !answer_idle(&x->answer))
		exchange_resume(x);
}

/* A step of one that runs. */
static void step(struct exchange *x, const struct pollfd *fds)
{
	int status = answer_step(&x->answer, fds, &x->refusal);

	if (status <= 0)
		end(x, status);
	else if (!execute_running(x->answer.execution))
		slots_release(&x->slot_fd);
}

void chat_step(struct server *server, const struct pollfd *fds, size_t count)
{
	struct exchange *next;
	bool blocked = false;

	for (struct exchange *x = server->exchanges; x; x = next) {
		size_t listed = 0;

		next = x->next;
		if (x->state == EXCHANGE_RUNNING) {
			listed = execute_running(x->answer.execution)
					 ? EXECUTE_FDS(x->answer.plan.count)
					 : 0;
			if (listed > count)
				break;
			step(x, fds);
		} else if (x->state == EXCHANGE_WAITING && !blocked) {
			wait_on(x, clock_ms());
			blocked = x->state == EXCHANGE_WAITING;
		}
		fds += listed;
		count -= listed;
		if (x->state == EXCHANGE_ENDED || x->out.len > x->out_at)
			exchange_resume(x);
	}
}
