/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* A plan of one step that is no script, executed like any other. */

#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/execute.h"
#include "core/models_version.h"
#include "core/plan.h"
#include "core/plan_parts.h"
#include "core/policy.h"
#include "core/registry.h"
#include "core/request.h"
#include "core/result.h"
#include "core/utf8.h"

#define VERSION_TIMEOUT_MS 10000

static int make_step(
	struct plan *plan, const struct program *program, struct error *e)
{
	const struct policy *policy = plan->policy;
	struct plan_step *step = calloc(1, sizeof(*step));
	int bad;

	plan->step = step;
	plan->count = step ? 1 : 0;
	if (!step)
		return fail_memory(e);
	step->program = program;
	step->limits = policy->limits;
	step->limits.timeout_ms = VERSION_TIMEOUT_MS;
	if (!program->address_space)
		step->limits.address_space_bytes = 0;
	step->exe = program_locate(program, &policy->prefix);
	if (!step->exe)
		return fail(e, ERR_PROGRAM_UNAVAILABLE,
			"program '%s' is not installed", program->name);
	bad = strings_add(&step->argv, step->exe);
	for (size_t i = 1; i < program->version.count; i++)
		bad |= strings_add(&step->argv, program->version.item[i]);
	if (bad || plan_environment(plan, step) || plan_binds(policy, step))
		return fail_memory(e);
	return 0;
}

static void first_line(const struct buf *text, char out[MODELS_VERSION_BYTES])
{
	size_t len = 0;

	while (len < text->len && len < MODELS_VERSION_BYTES - 1 &&
		(unsigned char)text->data[len] >= ' ')
		len++;
	len = utf8_valid(text->data, len);
	memcpy(out, text->data, len);
	out[len] = '\0';
}

struct models_version {
	struct request request;
	struct plan plan;
	struct result result;
	struct execution *execution;
	bool done; /* result is whole */
};

/* A plan for PROGRAM in *OUT, which is to be freed in any case. */
static int make(const struct program *program, const struct policy *policy,
	struct models_version **out, struct error *e)
{
	struct models_version *v = calloc(1, sizeof(*v));

	*out = v;
	if (!v)
		return fail_memory(e);
	v->request.n = 1;
	v->plan.request = &v->request;
	v->plan.policy = policy;
	return make_step(&v->plan, program, e);
}

int models_version_begin(const struct program *program,
	const struct policy *policy, struct models_version **out,
	struct error *e)
{
	if (make(program, policy, out, e))
		return -1;
	return execute_begin(
		&(*out)->plan, NULL, &(*out)->result, &(*out)->execution, e);
}

const struct execution *models_version_execution(const struct models_version *v)
{
	return v->execution;
}

int models_version_step(
	struct models_version *v, const struct pollfd *fds, struct error *e)
{
	int status = execute_step(v->execution, fds, e);

	v->done = status == 0;
	return status;
}

void models_version_end(
	struct models_version *v, char out[MODELS_VERSION_BYTES])
{
	const struct run_result *run;

	out[0] = '\0';
	if (!v)
		return;
	run = v->done ? v->result.run : NULL;
	if (run && run->stdout_text.len)
		first_line(&run->stdout_text, out);
	else if (run && run->step[0].stderr_text.len)
		first_line(&run->step[0].stderr_text, out);
	execute_end(v->execution);
	result_free(&v->result);
	plan_free(&v->plan);
	free(v);
}

int models_version(const struct program *program, const struct policy *policy,
	char out[MODELS_VERSION_BYTES], struct error *e)
{
	struct models_version *v;
	int status;

	out[0] = '\0';
	if (!program->version.count)
		return 0;
	status = make(program, policy, &v, e);
	if (!status)
		status = execute(&v->plan, &v->result, e);
	if (v)
		v->done = status == 0;
	models_version_end(v, out);
	return status;
}
