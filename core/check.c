/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The states of the layers, for people and for programs. */

#include <json-c/json.h>
#include <stdio.h>

#include "core/buf.h"
#include "core/check.h"
#include "core/error.h"
#include "core/pipeline.h"
#include "core/plan.h"
#include "core/plan_parts.h"
#include "core/policy.h"
#include "core/registry.h"
#include "core/request.h"
#include "sandbox/describe.h"

static int add_row(struct buf *out, const struct sb_state *state)
{
	if (buf_printf(out, "%-10s %-6s %s\n", state->layer,
		    state->works ? "ok" : "FAILS", state->detail))
		return -1;
	if (!state->works && *state->remedy)
		return buf_printf(
			out, "%-10s        remedy: %s\n", "", state->remedy);
	return 0;
}

static int add_object(struct json_object *layers, const struct sb_state *state)
{
	struct json_object *o = json_object_new_object();
	int bad;

	if (!o)
		return -1;
	bad = json_object_object_add(
		      o, "layer", json_object_new_string(state->layer)) |
	      json_object_object_add(
		      o, "ok", json_object_new_boolean(state->works)) |
	      json_object_object_add(
		      o, "detail", json_object_new_string(state->detail)) |
	      json_object_object_add(o, "remedy",
		      *state->remedy ? json_object_new_string(state->remedy)
				     : NULL) |
	      json_object_array_add(layers, o);
	return bad ? -1 : 0;
}

static int render_json(
	const struct sb_state *states, size_t count, struct buf *out)
{
	struct json_object *o = json_object_new_object();
	struct json_object *layers = json_object_new_array();
	bool ok = true;
	int bad = !o || !layers;

	for (size_t i = 0; i < count && !bad; i++) {
		ok = ok && states[i].works;
		bad = add_object(layers, &states[i]);
	}
	if (!bad)
		bad = json_object_object_add(
			      o, "ok", json_object_new_boolean(ok)) |
		      json_object_object_add(o, "layers", layers) |
		      buf_printf(out, "%s\n",
			      json_object_to_json_string_ext(
				      o, JSON_C_TO_STRING_NOSLASHESCAPE));
	json_object_put(o);
	return bad ? -1 : 0;
}

static int render_table(
	const struct sb_state *states, size_t count, struct buf *out)
{
	if (buf_printf(out, "%-10s %-6s %s\n", "LAYER", "STATE", "DETAIL"))
		return -1;
	for (size_t i = 0; i < count; i++)
		if (add_row(out, &states[i]))
			return -1;
	return 0;
}

int check_run(const struct policy *policy, struct error *e)
{
	static const struct program none = {0};
	const struct request request = {.n = 1};
	struct plan_step step = {.program = &none, .limits = policy->limits};
	const struct plan plan = {&request, policy, &step, 1};
	struct pipeline pipeline = {0};
	int status;

	if (plan_binds(policy, &step) || plan_environment(&plan, &step))
		status = fail_memory(e);
	else
		status = pipeline_open(&plan, &pipeline, e);
	pipeline_close(&pipeline);
	plan_step_free(&step);
	return status;
}

static void try_run(const struct policy *policy, struct sb_state *state)
{
	struct error e = {0};

	*state = (struct sb_state){.layer = "run",
		.detail = "all of it together, as the policy has it",
		.remedy = ""};
	state->works = !check_run(policy, &e);
	if (!state->works)
		(void)snprintf(
			state->detail, sizeof(state->detail), "%s", e.message);
}

int check_render(
	const struct policy *policy, bool json, struct buf *out, bool *ok)
{
	struct sb_state states[64];
	size_t count = sb_layer_count();

	*ok = true;
	if (count + 1 > sizeof(states) / sizeof(*states))
		return -1;
	for (size_t i = 0; i < count; i++)
		sb_probe(i, &states[i]);
	try_run(policy, &states[count++]);
	for (size_t i = 0; i < count; i++)
		*ok = *ok && states[i].works;
	return json ? render_json(states, count, out)
		    : render_table(states, count, out);
}
