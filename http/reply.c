/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Responses: the headers that each has, JSON, errors, streams. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/policy.h"
#include "core/random_id.h"
#include "core/render.h"
#include "http/cors.h"
#include "http/server_parts.h"

#define JSON "application/json"

void reply_make_id(char id[REQUEST_ID_BYTES])
{
	(void)random_id("req_", id, REQUEST_ID_BYTES); /* it only names */
}

/* Can the same request, sent again, never do better? */
static bool is_final(enum error_kind kind)
{
	return kind == ERR_REQUEST_TIMEOUT || kind == ERR_SANDBOX_UNAVAILABLE ||
	       kind == ERR_PROGRAM_UNAVAILABLE || kind == ERR_CONFIG;
}

static void header(const struct exchange *x, struct MHD_Response *response,
	const char *name, const char *value)
{
	/* What is refused of them has a line break in it; none has. */
	(void)x->server->mhd.MHD_add_response_header(response, name, value);
}

static enum MHD_Result queue(
	struct exchange *x, int status, struct MHD_Response *response)
{
	const struct mhd *mhd = &x->server->mhd;
	enum MHD_Result queued;

	if (!response)
		return MHD_NO;
	header(x, response, "x-request-id", x->id);
	if (x->server->ending)
		header(x, response, "Connection", "close");
	cors_headers(x, response);
	x->status = status;
	x->answered = true;
	queued = mhd->MHD_queue_response(x->mhd, (unsigned)status, response);
	mhd->MHD_destroy_response(response);
	return queued;
}

/* TEXT becomes the response's. */
static struct MHD_Response *text_response(
	struct exchange *x, const char *type, struct buf *text)
{
	const struct mhd *mhd = &x->server->mhd;
	size_t len = text->len;
	struct MHD_Response *response = mhd->MHD_create_response_from_buffer(
		len, len ? text->data : NULL,
		len ? MHD_RESPMEM_MUST_FREE : MHD_RESPMEM_PERSISTENT);

	if (!response)
		return NULL;
	x->bytes = len;
	exchange_hold(x, len);
	if (len)
		*text = (struct buf){0};
	if (type)
		header(x, response, "Content-Type", type);
	header(x, response, "Cache-Control", "no-store");
	return response;
}

static void outcome_headers(
	const struct exchange *x, struct MHD_Response *response)
{
	const struct result *result = &x->answer.result;
	char text[16];

	if (!result->count)
		return;
	(void)snprintf(text, sizeof(text), "%d", result->run[0].exit_code);
	header(x, response, "x-codeexec-status",
		run_status_text(result->run[0].status));
	header(x, response, "x-codeexec-exit-code", text);
}

enum MHD_Result reply_text(
	struct exchange *x, int status, const char *type, struct buf *text)
{
	struct MHD_Response *response = text_response(x, type, text);

	if (response)
		outcome_headers(x, response);
	return queue(x, status, response);
}

enum MHD_Result reply_empty(struct exchange *x, int status)
{
	struct buf none = {0};
	struct MHD_Response *response = text_response(x, NULL, &none);

	if (response && x->route == NULL)
		cors_preflight_headers(x, response);
	return queue(x, status, response);
}

static void error_headers(const struct exchange *x,
	struct MHD_Response *response, const struct error *e)
{
	if (e->kind == ERR_INVALID_API_KEY)
		header(x, response, "WWW-Authenticate", "Bearer");
	if (e->kind == ERR_METHOD_NOT_ALLOWED && x->allow)
		header(x, response, "Allow", x->allow);
	if (e->kind == ERR_RATE_LIMIT) {
		header(x, response, "Retry-After", "1");
		header(x, response, "retry-after-ms", "1000");
	}
	if (is_final(e->kind))
		header(x, response, "x-should-retry", "false");
}

enum MHD_Result reply_error(struct exchange *x, const struct error *e)
{
	autobuf struct buf text = {0};
	struct MHD_Response *response;

	if (render_error(e, false, &text) || buf_append(&text, "\n", 1))
		return MHD_NO;
	response = text_response(x, JSON, &text);
	if (response)
		error_headers(x, response, e);
	return queue(x, error_http(e->kind), response);
}

int reply_raw(const struct error *e, bool body, char id[REQUEST_ID_BYTES],
	struct buf *out)
{
	autobuf struct buf text = {0};
	int status = error_http(e->kind);

	reply_make_id(id);
	if (render_error(e, false, &text) || buf_append(&text, "\n", 1))
		return -1;
	return buf_printf(out,
		"HTTP/1.1 %d %s\r\nConnection: close\r\n"
		"Content-Type: " JSON "\r\nContent-Length: %zu\r\n"
		"Cache-Control: no-store\r\nx-request-id: %s\r\n%s\r\n%s",
		status, reply_reason(status), text.len, id,
		is_final(e->kind) ? "x-should-retry: false\r\n" : "",
		body ? text.data : "");
}

const char *reply_reason(int status)
{
	switch (status) {
	case 400:
		return "Bad Request";
	case 408:
		return "Request Timeout";
	case 413:
		return "Content Too Large";
	case 431:
		return "Request Header Fields Too Large";
	default:
		return "Internal Server Error";
	}
}

/* Libmicrohttpd's MHD_ContentReaderCallback: what there is of the stream. */
static ssize_t read_stream(void *closure, uint64_t at, char *to, size_t max)
{
	struct exchange *x = closure;
	size_t len = x->out.len - x->out_at;

	(void)at; /* it is asked for in order */
	if (x->aborted)
		return MHD_CONTENT_READER_END_WITH_ERROR;
	if (len > max)
		len = max;
	if (!len && x->state == EXCHANGE_ENDED)
		return MHD_CONTENT_READER_END_OF_STREAM;
	if (!len) {
		exchange_suspend(x);
		return 0;
	}
	memcpy(to, x->out.data + x->out_at, len);
	x->out_at += len;
	if (x->out_at >= x->out.len - x->out_at) {
		x->out.len -= x->out_at;
		memmove(x->out.data, x->out.data + x->out_at, x->out.len);
		x->out_at = 0;
	}
	x->bytes += len;
	return (ssize_t)len;
}

enum MHD_Result reply_stream(struct exchange *x)
{
	struct MHD_Response *response =
		x->server->mhd.MHD_create_response_from_callback(
			MHD_SIZE_UNKNOWN, 16384, read_stream, x, NULL);

	if (!response)
		return MHD_NO;
	/* Only the connection's end can end it then. */
	if (x->connection && x->connection->head.minor == 0)
		x->connection->last = true;
	header(x, response, "Content-Type", "text/event-stream; charset=utf-8");
	header(x, response, "Cache-Control", "no-cache");
	header(x, response, "X-Accel-Buffering", "no");
	return queue(x, 200, response);
}
