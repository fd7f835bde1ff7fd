/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* A completion in pieces, as server-sent events of one data line each. */

#include <string.h>

#include "core/render.h"
#include "core/render_json.h"
#include "core/render_parts.h"
#include "core/request.h"
#include "core/utf8.h"

/* Append B as one event to OUT. */
static int event_finish(struct json_build *b, struct buf *out)
{
	autobuf struct buf text = {0};

	if (build_finish(b, false, &text))
		return -1;
	return buf_printf(out, "data: %s\n\n", text.data);
}

static struct json_object *chunk_start(
	const struct render_stream *stream, struct json_build *b)
{
	const struct render_context *context = stream->context;
	struct json_object *root = render_root(b, context,
		"chat.completion.chunk", stream->id, stream->created);

	if (context->fingerprint)
		put_string(b, root, "system_fingerprint", context->fingerprint);
	return root;
}

/* Append the chunk of one choice to OUT, with the delta {role} or {content} or
 * nothing, and the end of the run when RESULT is given. */
static int choice_chunk(const struct render_stream *stream, const char *role,
	const struct buf *content, const struct result *result, struct buf *out)
{
	struct json_build b = {0};
	struct json_object *root = chunk_start(stream, &b);
	struct json_object *choice =
		put_object(&b, put_array(&b, root, "choices"), NULL);
	struct json_object *delta;

	put_integer(&b, choice, "index", 0);
	delta = put_object(&b, choice, "delta");
	if (role) {
		put_string(&b, delta, "role", role);
		put_string(&b, delta, "content", "");
		put_string(&b, delta, "refusal", NULL);
	}
	if (content)
		put_text(&b, delta, "content", content->data, content->len);
	put_string(&b, choice, "logprobs", NULL);
	put_string(&b, choice, "finish_reason",
		result ? render_finish_reason(&result->run[0]) : NULL);
	if (stream->context->request->include_usage)
		put_string(&b, root, "usage", NULL);
	if (result)
		render_outcome(&b, root, stream->context, result);
	return event_finish(&b, out);
}

static int usage_chunk(const struct render_stream *stream, struct buf *out)
{
	struct json_build b = {0};
	struct json_object *root = chunk_start(stream, &b);

	put_array(&b, root, "choices");
	render_usage(&b, root);
	return event_finish(&b, out);
}

int render_stream_start(struct render_stream *stream, struct buf *out)
{
	return choice_chunk(stream, "assistant", NULL, NULL, out);
}

int render_stream_idle(const struct render_stream *stream, struct buf *out)
{
	return choice_chunk(stream, NULL, NULL, NULL, out);
}

/* Append the content of what was held and the LEN bytes at DATA to OUT; no
 * chunk when that is nothing yet. */
static int content_append(struct render_stream *stream, const char *data,
	size_t len, bool final, struct buf *out)
{
	autobuf struct buf joined = {0};
	autobuf struct buf text = {0};
	size_t held;

	if (stream->held_len) {
		if (buf_append(&joined, stream->held, stream->held_len) ||
			buf_append(&joined, data, len))
			return -1;
		data = joined.data;
		len = joined.len;
	}
	if (utf8_repair(data, len, final, &held, &text))
		return -1;
	if (text.len && choice_chunk(stream, NULL, &text, NULL, out))
		return -1;
	if (held)
		memcpy(stream->held, data + len - held, held);
	stream->held_len = held;
	return 0;
}

int render_stream_content(struct render_stream *stream, const char *data,
	size_t len, struct buf *out)
{
	return content_append(stream, data, len, false, out);
}

int render_stream_end(struct render_stream *stream, const struct result *result,
	struct buf *out)
{
	if (content_append(stream, "", 0, true, out))
		return -1;
	if (choice_chunk(stream, NULL, NULL, result, out))
		return -1;
	if (stream->context->request->include_usage && usage_chunk(stream, out))
		return -1;
	return buf_printf(out, "data: [DONE]\n\n");
}
