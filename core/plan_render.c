/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* A plan as JSON, for people and for golden files: always the same order, and
 * quantities as the policy file has them. */

#include <string.h>

#include "core/plan.h"
#include "core/policy.h"
#include "core/registry.h"
#include "core/render_json.h"
#include "core/request.h"

static void put_environment(struct json_build *b, struct json_object *into,
	const struct strings *envp)
{
	struct json_object *object = put_object(b, into, "environment");

	for (size_t i = 0; i < envp->count; i++) {
		const char *pair = envp->item[i];
		const char *value = strchr(pair, '=');
		autobuf struct buf name = {0};

		if (buf_append(&name, pair, (size_t)(value - pair))) {
			b->failed = true;
			return;
		}
		put_string(b, object, name.data, value + 1);
	}
}

/* A limit of 0 is none: null. */
static void put_limit(struct json_build *b, struct json_object *into,
	const char *key, enum unit unit, int64_t value)
{
	char text[32];

	unit_format(unit, value, text);
	put_string(b, into, key, value ? text : NULL);
}

static void put_limits(struct json_build *b, struct json_object *into,
	const struct limits *limits)
{
	struct json_object *object = put_object(b, into, "limits");

#define PUT_LIMIT(field, key, unit)                                            \
	put_limit(b, object, key, unit, limits->field);
	LIMITS_TABLE(PUT_LIMIT)
#undef PUT_LIMIT
}

static const char *mode_text(enum plan_bind_kind kind)
{
	switch (kind) {
	case PLAN_BIND_READ_ONLY:
		return "read_only";
	case PLAN_BIND_READ_WRITE:
		return "read_write";
	case PLAN_BIND_EMPTY:
		return "empty";
	}
	return "";
}

static void put_binds(struct json_build *b, struct json_object *into,
	const struct plan_step *step)
{
	struct json_object *array = put_array(b, into, "binds");

	for (size_t i = 0; i < step->bind_count; i++) {
		const struct plan_bind *bind = &step->binds[i];
		struct json_object *object = put_object(b, array, NULL);

		put_string(b, object, "path", bind->path);
		put_string(b, object, "mode", mode_text(bind->kind));
		put_boolean(b, object, "optional", bind->optional);
	}
}

static void put_step(struct json_build *b, struct json_object *blocks,
	const struct policy *policy, const struct plan_step *step)
{
	struct json_object *object = put_object(b, blocks, NULL);

	put_string(b, object, "program", step->program->name);
	put_string(b, object, "label", step->label);
	put_integer(b, object, "line", step->line);
	put_text(b, object, "code", step->code.len ? step->code.data : "",
		step->code.len);
	put_string(b, object, "script", step->script);
	put_strings(b, object, "argv", &step->argv);
	put_environment(b, object, &step->envp);
	put_string(b, object, "chdir",
		policy->chdir ? policy->chdir : PLAN_WORKDIR);
	put_limits(b, object, &step->limits);
	put_string(b, object, "network",
		policy->network == POLICY_NETWORK_HOST ? "host" : "none");
	put_binds(b, object, step);
}

/* The caller's files, by path and size. */
static void put_files(struct json_build *b, struct json_object *into,
	const struct request *request)
{
	struct json_object *array = put_array(b, into, "files");

	for (size_t i = 0; i < request->file_count; i++) {
		const struct request_file *file = &request->files[i];
		struct json_object *object = put_object(b, array, NULL);

		put_string(b, object, "path", file->path);
		put_integer(b, object, "bytes", (int64_t)file->content.len);
	}
}

int plan_render(const struct plan *plan, bool pretty, struct buf *out)
{
	const struct request *request = plan->request;
	struct json_build b = {0};
	struct json_object *root = put_object(&b, NULL, NULL);
	struct json_object *blocks;

	put_string(&b, root, "model", request->model);
	put_string(&b, root, "sandbox",
		plan->policy->sandbox == POLICY_SANDBOX_OFF ? "off" : "native");
	put_integer(&b, root, "n", request->n);
	blocks = put_array(&b, root, "blocks");
	for (size_t i = 0; i < plan->count; i++)
		put_step(&b, blocks, plan->policy, &plan->step[i]);
	put_integer(&b, root, "stdin_bytes", (int64_t)request->stdin_text.len);
	put_integer(&b, root, "input_bytes", (int64_t)request->input.len);
	put_files(&b, root, request);
	put_strings(&b, root, "collect", &request->collect);
	put_boolean(&b, root, "merge_stderr", request->merge_stderr);
	return build_finish(&b, pretty, out);
}
