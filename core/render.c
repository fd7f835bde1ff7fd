/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The chat.completion object and the error object. */

#include <string.h>

#include "core/error.h"
#include "core/render.h"
#include "core/render_json.h"
#include "core/render_parts.h"
#include "core/request.h"

/* What a request without `model` gets back as one. */
#define MODEL_DEFAULT "codeexec"

struct json_object *render_root(struct json_build *b,
	const struct render_context *context, const char *object,
	const char *id, long long created)
{
	struct json_object *root = put_object(b, NULL, NULL);
	const char *model = context->request->model;

	put_string(b, root, "id", id);
	put_string(b, root, "object", object);
	put_integer(b, root, "created", created);
	put_string(b, root, "model", model ? model : MODEL_DEFAULT);
	return root;
}

void render_usage(struct json_build *b, struct json_object *into)
{
	struct json_object *usage = put_object(b, into, "usage");

	put_integer(b, usage, "prompt_tokens", 0);
	put_integer(b, usage, "completion_tokens", 0);
	put_integer(b, usage, "total_tokens", 0);
}

const char *render_finish_reason(const struct run_result *run)
{
	return run->stdout_truncated ? "length" : "stop";
}

static void put_choice(struct json_build *b, struct json_object *choices,
	size_t index, const struct run_result *run)
{
	const struct buf *text = &run->stdout_text;
	struct json_object *choice = put_object(b, choices, NULL);
	struct json_object *message;

	put_integer(b, choice, "index", (int64_t)index);
	message = put_object(b, choice, "message");
	put_string(b, message, "role", "assistant");
	put_text(b, message, "content", text->len ? text->data : "", text->len);
	put_string(b, message, "refusal", NULL);
	put_string(b, choice, "logprobs", NULL);
	put_string(b, choice, "finish_reason", render_finish_reason(run));
}

int render_completion(const struct render_context *context,
	const struct result *result, struct buf *out)
{
	struct json_build b = {0};
	struct json_object *root = render_root(
		&b, context, "chat.completion", result->id, result->created);
	struct json_object *choices;

	choices = put_array(&b, root, "choices");
	for (size_t i = 0; i < result->count; i++)
		put_choice(&b, choices, i, &result->run[i]);
	render_usage(&b, root);
	if (context->fingerprint)
		put_string(
			&b, root, "system_fingerprint", context->fingerprint);
	render_outcome(&b, root, context, result);
	return build_finish(&b, context->pretty, out);
}

int render_error(const struct error *e, bool pretty, struct buf *out)
{
	struct json_build b = {0};
	struct json_object *root = put_object(&b, NULL, NULL);
	struct json_object *error = put_object(&b, root, "error");

	put_string(&b, error, "message", e->message);
	put_string(&b, error, "type", error_type(e->kind));
	put_string(&b, error, "param", e->param[0] ? e->param : NULL);
	put_string(&b, error, "code", error_code(e->kind));
	return build_finish(&b, pretty, out);
}
