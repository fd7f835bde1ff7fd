/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The top level of a request. Clients send many members that mean nothing
 * here; those are named in `ignored`, since silence would lie.
 */

#include <stdlib.h>

#include "core/error.h"
#include "core/json_check.h"
#include "core/request.h"
#include "core/request_parts.h"
#include "core/request_value.h"

#define RUNS_MAX 8

/* A caller can send half a million names; an answer that lists them all helps
 * nobody and would cost quadratic time. */
#define IGNORED_MAX 256
#define IGNORED_MORE "(and more)"

int request_ignore(struct reading *r, const char *name, struct error *e)
{
	struct strings *list = &r->out->ignored;

	if (list->count > IGNORED_MAX || strings_has(list, name))
		return 0;
	if (list->count == IGNORED_MAX)
		name = IGNORED_MORE;
	return strings_add(list, name) ? fail_memory(e) : 0;
}

static int model_read(
	struct reading *r, const struct member *m, struct error *e)
{
	r->out->model = value_string(m, e);
	return r->out->model ? 0 : -1;
}

static int stream_read(
	struct reading *r, const struct member *m, struct error *e)
{
	return value_boolean(m, &r->out->stream, e);
}

static int include_usage_read(
	struct reading *r, const struct member *m, struct error *e)
{
	return value_boolean(m, &r->out->include_usage, e);
}

static int stream_option_ignore(
	struct reading *r, const char *name, struct error *e)
{
	autobuf struct buf path = {0};

	if (buf_printf(&path, "stream_options.%s", name))
		return fail_memory(e);
	return request_ignore(r, path.data, e);
}

static const struct member_row option_rows[] = {
	{.name = "include_usage",
		.type = "boolean",
		.help = "a stream ends with a chunk of usage, whose choices "
			"are empty",
		.read = include_usage_read},
};

const struct member_table request_option_table = {
	.prefix = "stream_options.",
	.row = option_rows,
	.count = sizeof(option_rows) / sizeof(*option_rows),
	.lenient = true,
	.unknown = stream_option_ignore,
};

static int stream_options_read(
	struct reading *r, const struct member *m, struct error *e)
{
	if (json_span_kind(&m->value) != JSON_OBJECT)
		return value_refuse(m, "an object", e);
	return members_read(&request_option_table, m, r, e);
}

static int n_read(struct reading *r, const struct member *m, struct error *e)
{
	int64_t n;

	if (json_span_kind(&m->value) != JSON_INTEGER)
		return value_refuse(m, "an integer", e);
	n = json_span_integer(&m->value);
	if (n < 1 || n > RUNS_MAX)
		return fail_at(e, ERR_INVALID_VALUE, m->path,
			"'n' must be 1 to %d", RUNS_MAX);
	r->out->n = (int)n;
	return 0;
}

static const struct member_row rows[] = {
	{.name = "model",
		.type = "string",
		.help = "the program of blocks without a label, and of a "
			"message without any block: a name or an alias of "
			"codeexec-interpreters(5), with or without one "
			"provider/ in front; absent or codeexec: labels only",
		.read = model_read},
	{.name = "messages",
		.type = "array of objects, required",
		.help = "the last one of role user is the code; content is a "
			"string, or an array of parts of which those of type "
			"text count; texts of role system and developer are "
			"what the first block reads, unless codeexec.stdin is "
			"given; all others are passed over",
		.read = request_messages},
	{.name = "stream",
		.type = "boolean",
		.help = "answer in chunks, as the program writes",
		.read = stream_read},
	{.name = "stream_options",
		.type = "object",
		.help = "see below",
		.read = stream_options_read},
	{.name = "n",
		.type = "integer, 1 to 8",
		.help = "independent runs, a choice and an item of "
			"codeexec.runs each; a stream has one",
		.read = n_read},
	{.name = "codeexec",
		.type = "object",
		.help = "what is not in the reference of OpenAI: see below",
		.read = request_extension},
};

const struct member_table request_table = {
	.prefix = "",
	.row = rows,
	.count = sizeof(rows) / sizeof(*rows),
	.lenient = true,
	.unknown = request_ignore,
};

/* What two members mean together. */
static int members_combine(struct reading *r, struct error *e)
{
	if (!r->has_messages)
		return fail_at(e, ERR_MISSING_PARAMETER, "messages",
			"'messages' is missing: an array with at least one "
			"user message");
	if (r->out->stream && r->out->n > 1)
		return fail_at(e, ERR_UNSUPPORTED_PARAMETER, "n",
			"'n' above 1 cannot be streamed: ask for one run, or "
			"without 'stream'");
	if (!r->has_stdin) {
		r->out->stdin_text = r->system;
		r->system = (struct buf){0};
		return 0;
	}
	for (size_t i = 0; i < r->system_role.count; i++)
		if (request_ignore(r, r->system_role.item[i], e))
			return -1;
	return 0;
}

int request_parse(
	const char *json, size_t len, struct request *out, struct error *e)
{
	struct reading r = {.out = out, .json = json};
	struct member object = {0};
	int result;

	out->n = 1;
	if (json_check(len ? json : "", len, &object.value, e))
		return -1;
	if (object.value.data[0] != '{')
		return fail(e, ERR_INVALID_TYPE,
			"a request must be a JSON object, which begins with "
			"'{', not '%c'",
			object.value.data[0]);
	result = members_read(&request_table, &object, &r, e);
	if (!result)
		result = members_combine(&r, e);
	buf_free(&r.system);
	strings_free(&r.system_role);
	return result;
}

void request_free(struct request *request)
{
	for (size_t i = 0; i < request->file_count; i++) {
		free(request->files[i].path);
		buf_free(&request->files[i].content);
	}
	free(request->files);
	free(request->model);
	buf_free(&request->text);
	buf_free(&request->stdin_text);
	buf_free(&request->input);
	buf_free(&request->expected_stdout);
	strings_free(&request->args);
	strings_free(&request->collect);
	strings_free(&request->ignored);
	*request = (struct request){0};
}
