/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The states of the layers, for people and for programs. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/buf.h"
#include "core/check.h"
#include "core/colour.h"
#include "core/error.h"
#include "core/pipeline.h"
#include "core/plan.h"
#include "core/plan_parts.h"
#include "core/policy.h"
#include "core/registry.h"
#include "core/render_json.h"
#include "core/request.h"
#include "core/sandbox_error.h"
#include "sandbox/describe.h"

/* What E says into *STATE, the remedy apart. */
static void put_failure(struct sb_state *state, const struct error *e)
{
	const char *remedy = strstr(e->message, SANDBOX_REMEDY);
	size_t len =
		remedy ? (size_t)(remedy - e->message) : strlen(e->message);

	(void)snprintf(state->detail, sizeof(state->detail), "%.*s", (int)len,
		e->message);
	if (remedy)
		(void)snprintf(state->remedy, sizeof(state->remedy), "%s",
			remedy + strlen(SANDBOX_REMEDY));
}

static const char *run_detail(const struct policy *policy)
{
	if (policy->sandbox == POLICY_SANDBOX_OFF)
		return "none of it: the policy has 'sandbox: off'";
	if (policy->network == POLICY_NETWORK_HOST)
		return "all of it but net: the policy has 'network: host'";
	return "all of it together, as the policy has it";
}

int check_run(const struct policy *policy, struct error *e)
{
	static const struct program none = {0};
	const struct request request = {.n = 1};
	struct plan_step step = {.program = &none, .limits = policy->limits};
	const struct plan plan = {.request = &request,
		.policy = policy,
		.step = &step,
		.count = 1};
	struct pipeline pipeline = {0};
	int status;

	if (plan_binds(policy, &step) || plan_environment(&plan, &step))
		status = fail_memory(e);
	else
		status = pipeline_open(&plan, &pipeline, e);
	if (!status)
		status = pipeline_wait(&pipeline, e);
	pipeline_close(&pipeline);
	plan_step_free(&step);
	return status;
}

static void try_run(const struct policy *policy, struct sb_state *state)
{
	struct error e = {0};

	*state = (struct sb_state){.layer = "run"};
	state->works = !check_run(policy, &e);
	if (state->works)
		(void)snprintf(state->detail, sizeof(state->detail), "%s",
			run_detail(policy));
	else
		put_failure(state, &e);
}

int check_make(const struct policy *policy, struct check *out, struct error *e)
{
	size_t layers = sb_layer_count();

	out->row = calloc(layers + 1, sizeof(*out->row));
	if (!out->row)
		return fail_memory(e);
	for (size_t i = 0; i < layers; i++)
		sb_probe(i, &out->row[i]);
	try_run(policy, &out->row[layers]);
	out->count = layers + 1;
	out->ok = true;
	for (size_t i = 0; i < out->count; i++)
		out->ok = out->ok && out->row[i].works;
	return 0;
}

static int add_row(const struct sb_state *state, bool colour, struct buf *out)
{
	if (buf_printf(out, "%-10s %s%-6s%s %s\n", state->layer,
		    colour_text(
			    colour, state->works ? COLOUR_GOOD : COLOUR_BAD),
		    state->works ? "ok" : "FAILS",
		    colour_text(colour, COLOUR_PLAIN), state->detail))
		return -1;
	if (!*state->remedy)
		return 0;
	return buf_printf(out, "%-10s        %sremedy:%s %s\n", "",
		colour_text(colour, COLOUR_BOLD),
		colour_text(colour, COLOUR_PLAIN), state->remedy);
}

int check_render_table(const struct check *check, bool colour, struct buf *out)
{
	if (buf_printf(out, "%s%-10s %-6s %s%s\n",
		    colour_text(colour, COLOUR_BOLD), "LAYER", "STATE",
		    "DETAIL", colour_text(colour, COLOUR_PLAIN)))
		return -1;
	for (size_t i = 0; i < check->count; i++)
		if (add_row(&check->row[i], colour, out))
			return -1;
	return 0;
}

int check_render_json(const struct check *check, bool pretty, struct buf *out)
{
	struct json_build b = {0};
	struct json_object *object = put_object(&b, NULL, NULL);
	struct json_object *layers;

	put_boolean(&b, object, "ok", check->ok);
	layers = put_array(&b, object, "layers");
	for (size_t i = 0; i < check->count; i++) {
		const struct sb_state *state = &check->row[i];
		struct json_object *entry = put_object(&b, layers, NULL);

		put_string(&b, entry, "layer", state->layer);
		put_boolean(&b, entry, "ok", state->works);
		put_string(&b, entry, "detail", state->detail);
		put_string(&b, entry, "remedy",
			*state->remedy ? state->remedy : NULL);
	}
	return build_finish(&b, pretty, out);
}

void check_free(struct check *check)
{
	free(check->row);
	*check = (struct check){0};
}
