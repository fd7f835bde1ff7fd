/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The four arrows, in order. */

#include <errno.h>
#include <string.h>

#include "core/answer.h"
#include "core/error.h"
#include "core/execute.h"
#include "core/fingerprint.h"
#include "core/plan.h"
#include "core/policy.h"
#include "core/render.h"

/* A stream on its way out. */
struct streaming {
	const struct outlet *outlet;
	struct answer *answer;
	struct render_stream *render;
	int err; /* errno of the write that failed; 0 = none has */
};

static int no_memory(struct error *e)
{
	return fail(e, ERR_INTERNAL, "out of memory");
}

static int write_out(const struct outlet *outlet, const struct buf *text)
{
	return outlet->write(outlet->to, text->data, text->len);
}

/* Write TEXT on, and remember why it failed. */
static int stream_out(struct streaming *stream, const char *text, size_t len)
{
	if (!stream->outlet->write(stream->outlet->to, text, len))
		return 0;
	stream->err = errno;
	return -1;
}

static int stream_started(void *to)
{
	struct streaming *stream = to;
	autobuf struct buf text = {0};

	stream->render->id = stream->answer->result.id;
	stream->render->created = stream->answer->result.created;
	stream->answer->streamed = true;
	if (render_stream_start(stream->render, &text))
		return -1;
	return stream_out(stream, text.data, text.len);
}

static int stream_piece(void *to, const char *data, size_t len)
{
	struct streaming *stream = to;
	autobuf struct buf text = {0};

	if (render_stream_content(stream->render, data, len, &text))
		return -1;
	return text.len ? stream_out(stream, text.data, text.len) : 0;
}

static int stream_idle(void *to)
{
	struct streaming *stream = to;
	autobuf struct buf text = {0};

	if (render_stream_idle(stream->render, &text))
		return -1;
	return stream_out(stream, text.data, text.len);
}

static int raw_piece(void *to, const char *data, size_t len)
{
	struct streaming *stream = to;

	stream->answer->streamed = true;
	return stream_out(stream, data, len);
}

static int write_failed(int err, struct error *e)
{
	return fail(e, ERR_IO, "cannot write the answer: %s", strerror(err));
}

static int render_plan(
	const struct outlet *outlet, const struct plan *plan, struct error *e)
{
	autobuf struct buf text = {0};

	if (plan_render(plan, outlet->pretty, &text) ||
		buf_append(&text, "\n", 1))
		return no_memory(e);
	return write_out(outlet, &text) ? write_failed(errno, e) : 0;
}

static int run_stream(const struct service *service,
	const struct outlet *outlet, const struct plan *plan,
	struct answer *out, struct error *e)
{
	char print[FINGERPRINT_BYTES];
	const struct render_context context = {
		.request = &out->request, .fingerprint = print};
	struct render_stream render = {.context = &context};
	struct streaming stream = {outlet, out, &render, 0};
	const struct execute_sink sink = {
		outlet->fd, stream_piece, &stream, stream_started, stream_idle};
	autobuf struct buf text = {0};

	fingerprint(plan, print);
	if (execute(plan, &sink, service->cancel, &out->result, e))
		return -1;
	if (stream.err)
		return write_failed(stream.err, e);
	if (render_stream_end(&render, &out->result, &text))
		return no_memory(e);
	return write_out(outlet, &text) ? write_failed(errno, e) : 0;
}

static int run_raw(const struct service *service, const struct outlet *outlet,
	const struct plan *plan, struct answer *out, struct error *e)
{
	struct streaming stream = {outlet, out, NULL, 0};
	const struct execute_sink sink = {
		outlet->fd, raw_piece, &stream, NULL, NULL};

	if (execute(plan, &sink, service->cancel, &out->result, e))
		return -1;
	return stream.err ? write_failed(stream.err, e) : 0;
}

static int run_whole(const struct service *service, const struct outlet *outlet,
	const struct plan *plan, struct answer *out, struct error *e)
{
	char print[FINGERPRINT_BYTES];
	const struct render_context context = {.request = &out->request,
		.fingerprint = print,
		.pretty = outlet->pretty};
	autobuf struct buf text = {0};

	fingerprint(plan, print);
	if (execute(plan, NULL, service->cancel, &out->result, e))
		return -1;
	if (render_completion(&context, &out->result, &text) ||
		buf_append(&text, "\n", 1))
		return no_memory(e);
	return write_out(outlet, &text) ? write_failed(errno, e) : 0;
}

int answer_request(const struct service *service, const struct outlet *outlet,
	struct answer *out, struct error *e)
{
	struct request *request = &out->request;
	struct plan plan = {0};
	int status;

	if (out->stdin_text) {
		request->stdin_text.len = 0;
		if (buf_append(&request->stdin_text, out->stdin_text->data,
			    out->stdin_text->len))
			return no_memory(e);
	}
	status = plan_make(
		request, service->policy, service->registry, &plan, e);
	if (status)
		;
	else if (outlet->form == ANSWER_PLAN)
		status = render_plan(outlet, &plan, e);
	else if (outlet->form == ANSWER_RAW)
		status = run_raw(service, outlet, &plan, out, e);
	else if (outlet->form == ANSWER_STREAM || out->request.stream)
		status = run_stream(service, outlet, &plan, out, e);
	else
		status = run_whole(service, outlet, &plan, out, e);
	plan_free(&plan);
	return status;
}

int answer(const struct service *service, const struct buf *json,
	const struct outlet *outlet, struct answer *out, struct error *e)
{
	if (request_parse(json->data, json->len, &out->request, e))
		return -1;
	if (outlet->form == ANSWER_STREAM && out->request.n > 1)
		return fail_at(e, ERR_UNSUPPORTED_PARAMETER, "n",
			"'n' must be 1 with stream");
	return answer_request(service, outlet, out, e);
}

int answer_error(const struct outlet *outlet, const struct answer *out,
	const struct error *e)
{
	autobuf struct buf text = {0};
	bool event = out->streamed;

	if ((event && buf_printf(&text, "data: ")) ||
		render_error(e, outlet->pretty && !event, &text) ||
		buf_printf(&text, event ? "\n\n" : "\n"))
		return -1;
	return write_out(outlet, &text);
}

void answer_free(struct answer *answer)
{
	request_free(&answer->request);
	result_free(&answer->result);
	*answer = (struct answer){0};
}
