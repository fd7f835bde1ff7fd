/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The four arrows, in order. */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/answer.h"
#include "core/error.h"
#include "core/pipeline.h"

#define PIPES_BYTES ((size_t)48 << 20)
#define PIPE_LEAST_BYTES ((size_t)64 << 10)

/* Write TEXT on, and remember why it failed. */
static int write_out(struct answer *answer, const char *data, size_t len)
{
	const struct outlet *outlet = answer->outlet;

	if (!outlet->write(outlet->to, data, len))
		return 0;
	answer->write_errno = errno;
	return -1;
}

static int write_failed(const struct answer *answer, struct error *e)
{
	return fail(e, ERR_IO, "cannot write the answer: %s",
		strerror(answer->write_errno));
}

/* Write TEXT, which is whole, or what has come of it: STATUS. */
static int write_last(struct answer *answer, int status, const struct buf *text,
	struct error *e)
{
	if (status)
		return fail_memory(e);
	return write_out(answer, text->data, text->len)
		       ? write_failed(answer, e)
		       : 0;
}

static bool fd_ready(int fd)
{
	struct pollfd ready = {fd, POLLOUT, 0};

	return poll(&ready, 1, 0) == 1;
}

static bool sink_ready(void *to)
{
	const struct outlet *outlet = ((struct answer *)to)->outlet;

	return outlet->ready ? outlet->ready(outlet->to) : fd_ready(outlet->fd);
}

static bool sink_errors_ready(void *to)
{
	return fd_ready(((struct answer *)to)->outlet->errors_fd);
}

static int stream_started(void *to)
{
	struct answer *answer = to;
	autobuf struct buf text = {0};

	answer->stream.id = answer->result.id;
	answer->stream.created = answer->result.created;
	answer->streamed = true;
	if (render_stream_start(&answer->stream, &text))
		return -1;
	return write_out(answer, text.data, text.len);
}

static int stream_piece(void *to, const char *data, size_t len)
{
	struct answer *answer = to;
	autobuf struct buf text = {0};

	if (render_stream_content(&answer->stream, data, len, &text))
		return -1;
	return text.len ? write_out(answer, text.data, text.len) : 0;
}

int answer_idle(struct answer *answer)
{
	autobuf struct buf text = {0};

	if (render_stream_idle(&answer->stream, &text))
		return -1;
	return write_out(answer, text.data, text.len);
}

static int stream_idle(void *to)
{
	return answer_idle(to);
}

static int raw_piece(void *to, const char *data, size_t len)
{
	struct answer *answer = to;

	answer->streamed = true;
	return write_out(answer, data, len);
}

static int raw_errors(void *to, const char *data, size_t len)
{
	const struct outlet *outlet = ((struct answer *)to)->outlet;

	/* Who closes stderr can still want stdout. */
	(void)outlet->write_errors(outlet->to, data, len);
	return 0;
}

static enum answer_form form_of(const struct answer *answer)
{
	if (answer->outlet->form != ANSWER_AS_ASKED)
		return answer->outlet->form;
	return answer->request.stream ? ANSWER_STREAM : ANSWER_WHOLE;
}

static struct execute_sink make_sink(struct answer *answer)
{
	struct execute_sink sink = {
		.piece_bytes = answer->outlet->piece_bytes,
		.ready = sink_ready,
		.to = answer,
	};

	if (answer->form == ANSWER_STREAM) {
		sink.started = stream_started;
		sink.piece = stream_piece;
		sink.idle = stream_idle;
	} else {
		sink.piece = raw_piece;
	}
	if (answer->form == ANSWER_RAW && answer->outlet->write_errors) {
		sink.errors_ready = sink_errors_ready;
		sink.errors = raw_errors;
	}
	return sink;
}

int answer_parse(const struct service *service, const struct json_span *json,
	const struct outlet *outlet, struct answer *out, struct error *e)
{
	if (request_parse(json->data, json->len, &out->request, e))
		return -1;
	if (outlet->form == ANSWER_STREAM && out->request.n > 1)
		return fail_at(e, ERR_UNSUPPORTED_PARAMETER, "n",
			"'n' must be 1 with stream");
	return answer_plan(service, outlet, out, e);
}

/* What each pipe of PLAN may take, so that all runs of SERVICE find their share
 * of the 64 MiB that Linux lets an ordinary user have in pipes. */
static int pipe_share(const struct service *service, const struct plan *plan)
{
	size_t runs = service->runs ? service->runs : 1;
	size_t share = PIPES_BYTES / runs / (1 + 2 * plan->count);
	size_t bytes = PIPELINE_PIPE_BYTES;

	/* Linux rounds up to a power of two. */
	while (bytes > share && bytes > PIPE_LEAST_BYTES)
		bytes /= 2;
	return (int)bytes;
}

int answer_plan(const struct service *service, const struct outlet *outlet,
	struct answer *out, struct error *e)
{
	struct request *request = &out->request;

	out->outlet = outlet;
	out->form = form_of(out);
	if (out->stdin_text) {
		request->stdin_text.len = 0;
		if (buf_append(&request->stdin_text, out->stdin_text->data,
			    out->stdin_text->len))
			return fail_memory(e);
	}
	if (plan_make(
		    request, service->policy, service->registry, &out->plan, e))
		return -1;
	out->plan.pipe_bytes = pipe_share(service, &out->plan);
	out->plan.warm = service->warm;
	return 0;
}

/* --dry-run: the plan is the answer. */
static int write_plan(struct answer *answer, struct error *e)
{
	autobuf struct buf text = {0};
	int status = plan_render(&answer->plan, answer->outlet->pretty, &text);

	if (!status)
		status = buf_append(&text, "\n", 1);
	return write_last(answer, status, &text, e);
}

int answer_begin(struct answer *answer, struct error *e)
{
	bool whole = answer->form == ANSWER_WHOLE;

	if (answer->form == ANSWER_PLAN)
		return write_plan(answer, e);
	fingerprint(&answer->plan, answer->fingerprint);
	answer->context = (struct render_context){.request = &answer->request,
		.fingerprint = answer->fingerprint,
		.pretty = answer->outlet->pretty};
	answer->stream = (struct render_stream){.context = &answer->context};
	answer->sink = make_sink(answer);
	if (execute_begin(&answer->plan, whole ? NULL : &answer->sink,
		    &answer->result, &answer->execution, e))
		return -1;
	return 1;
}

/* Everything has ended: write what is left to say. */
static int write_end(struct answer *answer, struct error *e)
{
	autobuf struct buf text = {0};
	int status;

	if (answer->write_errno)
		return write_failed(answer, e);
	if (answer->form == ANSWER_RAW)
		return 0;
	if (answer->form == ANSWER_STREAM) {
		status = render_stream_end(
			&answer->stream, &answer->result, &text);
	} else {
		status = render_completion(
			&answer->context, &answer->result, &text);
		if (!status)
			status = buf_append(&text, "\n", 1);
	}
	return write_last(answer, status, &text, e);
}

int answer_step(
	struct answer *answer, const struct pollfd *fds, struct error *e)
{
	int status = execute_step(answer->execution, fds, e);

	return status ? status : write_end(answer, e);
}

/* What poll(2) waits on while the answer is made, and then for its reader. */
static size_t list_fds(const struct answer *answer, struct pollfd *fds)
{
	const struct execution *x = answer->execution;
	size_t count = execute_fds(x, fds);

	fds[count++] = (struct pollfd){
		execute_waits(x) ? answer->outlet->fd : -1, POLLOUT, 0};
	fds[count++] = (struct pollfd){
		execute_waits_errors(x) ? answer->outlet->errors_fd : -1,
		POLLOUT, 0};
	return count;
}

int answer_finish(struct answer *answer, const volatile sig_atomic_t *cancel,
	struct error *e)
{
	autofree struct pollfd *fds =
		calloc(EXECUTE_FDS(answer->plan.count) + 2, sizeof(*fds));
	int status = fds ? answer_begin(answer, e) : fail_memory(e);

	while (status > 0) {
		size_t count = list_fds(answer, fds);

		if (poll(fds, (nfds_t)count,
			    execute_wait_ms(answer->execution)) < 0 &&
			errno != EINTR)
			return fail(e, ERR_INTERNAL, "cannot poll: %s",
				strerror(errno));
		if (cancel && *cancel)
			execute_stop(answer->execution);
		status = answer_step(answer, fds, e);
	}
	return status; /* NOLINT(clang-analyzer-unix.Malloc): autofree */
}

int answer_error(const struct outlet *outlet, const struct answer *answer,
	const struct error *e)
{
	autobuf struct buf text = {0};
	bool event = answer && answer->streamed;

	if ((event && buf_printf(&text, "data: ")) ||
		render_error(e, outlet->pretty && !event, &text) ||
		buf_printf(&text, event ? "\n\n" : "\n"))
		return -1;
	return outlet->write(outlet->to, text.data, text.len);
}

void answer_free(struct answer *answer)
{
	execute_end(answer->execution);
	plan_free(&answer->plan);
	request_free(&answer->request);
	result_free(&answer->result);
	*answer = (struct answer){0};
}
