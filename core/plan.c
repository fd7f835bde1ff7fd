/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* A request against registry and policy: first everything that may refuse it
 * as a whole, then each step. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/keys.h"
#include "core/plan.h"
#include "core/plan_parts.h"
#include "core/policy.h"
#include "core/registry.h"
#include "core/request.h"

#define WORKDIR_PAGE 4096

/* A limit as the caller asks for it; 0 = did not ask. */
struct wish {
	const char *key;
	enum unit unit;
	int64_t value;
};

/* Lower *FIELD, the policy's limit, as WISH says. Below what a policy may have
 * no sandbox stands, and that would look like the operator's fault. */
static int lower_limit(const struct wish *wish, int64_t *field, struct error *e)
{
	char given[32];
	char bound[32];
	char param[64];
	int64_t least;
	bool low;

	if (!wish->value)
		return 0;
	(void)snprintf(param, sizeof(param), "codeexec.limits.%s", wish->key);
	least = key_find(param + strlen("codeexec."))->min;
	low = wish->value < least;
	if (!low && wish->value <= *field) {
		*field = wish->value;
		return 0;
	}
	unit_format(wish->unit, wish->value, given);
	unit_format(wish->unit, low ? least : *field, bound);
	return fail_at(e, ERR_INVALID_VALUE, param,
		low ? "'%s' is %s: at least %s is needed"
		    : "'%s' is %s: at most %s is allowed",
		param, given, bound);
}

/* The policy's limits, lowered as REQUEST asks, into *OUT. */
static int lower_limits(const struct request *request,
	const struct policy *policy, struct limits *out, struct error *e)
{
	const struct limits *asked = &request->limits;

	*out = policy->limits;
#define LOWER(field, key, unit)                                                \
	if (lower_limit(                                                       \
		    &(struct wish){key, unit, asked->field}, &out->field, e))  \
		return -1;
	LIMITS_TABLE(LOWER)
#undef LOWER
	return 0;
}

/* Is PROGRAM in the allowlist, by its name or an alias? */
static bool is_allowed(const struct program *program,
	const struct policy *policy, const struct registry *registry)
{
	for (size_t i = 0; i < policy->programs.count; i++)
		if (registry_find(registry, policy->programs.item[i]) ==
			program)
			return true;
	return false;
}

static int not_allowed(const struct plan_block *block,
	const struct policy *policy, struct error *e)
{
	const char *name = block->program->name;
	autobuf struct buf list = {0};

	for (size_t i = 0; i < policy->programs.count; i++)
		(void)buf_printf(
			&list, "%s%s", i ? ", " : "", policy->programs.item[i]);
	return fail_at(e, ERR_PROGRAM_NOT_ALLOWED,
		*block->label ? "messages" : "model",
		"program '%s' is not allowed: %s%s; the operator allows it "
		"with --allow %s or 'programs: [%s]' in the policy",
		name, list.data ? "only these are: " : "no program is",
		list.data ? list.data : "", name, name);
}

static int not_installed(const struct program *program,
	const struct policy *policy, struct error *e)
{
	autobuf struct buf tried = {0};
	const struct strings *names = &program->interpreters;

	for (size_t i = 0; i < names->count; i++)
		(void)buf_printf(
			&tried, "%s%s", i ? " or " : "", names->item[i]);
	if (names->item[0][0] != '/') {
		(void)buf_printf(&tried, " in ");
		for (size_t i = 0; i < policy->prefix.count; i++)
			(void)buf_printf(
				&tried, "%s/bin, ", policy->prefix.item[i]);
		(void)buf_printf(&tried, "/usr/bin, /bin");
	}
	return fail(e, ERR_PROGRAM_UNAVAILABLE,
		"program '%s' is allowed but not installed: no %s; install it, "
		"or name the folder whose bin has it under filesystem.prefix",
		program->name, tried.data ? tried.data : "");
}

/* Find the interpreter of STEP, and see that it will be there inside. */
static int place_interpreter(
	struct plan_step *step, const struct policy *policy, struct error *e)
{
	step->exe = program_locate(step->program, &policy->prefix);
	if (!step->exe)
		return not_installed(step->program, policy, e);
	if (policy->sandbox == POLICY_SANDBOX_OFF ||
		plan_binds_show(step, step->exe))
		return 0;
	return fail(e, ERR_PROGRAM_UNAVAILABLE,
		"program '%s' is '%s', which the sandbox does not show or "
		"which leads out of what it shows; name its folder under "
		"filesystem.prefix",
		step->program->name, step->exe);
}

/* Append ITEM to LIST with each "{script}" replaced by SCRIPT. */
static int add_argument(
	struct strings *list, const char *item, const char *script)
{
	autobuf struct buf text = {0};
	const char *at;

	while ((at = strstr(item, "{script}"))) {
		if (buf_append(&text, item, (size_t)(at - item)) ||
			buf_append(&text, script, strlen(script)))
			return -1;
		item = at + strlen("{script}");
	}
	if (buf_append(&text, item, strlen(item)))
		return -1;
	return strings_add(list, text.data);
}

static int make_argv(
	struct plan_step *step, const struct request *request, struct error *e)
{
	const struct strings *argv = &step->program->argv;
	bool taken = !request->args.count;

	if (strings_add(&step->argv, step->exe))
		return fail_memory(e);
	for (size_t i = 1; i < argv->count; i++) {
		int result;

		if (!strcmp(argv->item[i], "{args}")) {
			result = strings_copy(&step->argv, &request->args);
			taken = true;
		} else {
			result = add_argument(
				&step->argv, argv->item[i], step->script);
		}
		if (result)
			return fail_memory(e);
	}
	return taken ? 0
		     : fail_at(e, ERR_INVALID_VALUE, "codeexec.args",
			       "program '%s' takes no arguments",
			       step->program->name);
}

/* Would a file of the caller's take the place of OURS, a path inside? */
static int check_files(
	const struct request *request, const char *ours, struct error *e)
{
	const char *name = ours + strlen(PLAN_WORKDIR "/");
	size_t len = strlen(name);

	for (size_t i = 0; i < request->file_count; i++) {
		const char *path = request->files[i].path;
		char param[64];

		if (strncmp(path, name, len) != 0 ||
			(path[len] != '\0' && path[len] != '/'))
			continue;
		(void)snprintf(
			param, sizeof(param), "codeexec.files[%zu].path", i);
		return fail_at(e, ERR_INVALID_VALUE, param,
			"'%s' is taken: codeexec puts a file of its own there",
			name);
	}
	return 0;
}

/* What a file of LEN bytes takes of the workdir: whole pages. */
static uint64_t room(size_t len)
{
	return (len / WORKDIR_PAGE + 1) * (uint64_t)WORKDIR_PAGE;
}

/* Do the files that STEP starts with leave it any room? */
static int check_room(const struct plan_step *step,
	const struct request *request, struct error *e)
{
	uint64_t all = room(step->code.len) + room(request->input.len);
	char most[32];

	for (size_t i = 0; i < request->file_count; i++)
		all += room(request->files[i].content.len);
	if (all <= (uint64_t)step->limits.workdir_bytes)
		return 0;
	unit_format(UNIT_SIZE, step->limits.workdir_bytes, most);
	return fail_at(e, ERR_INVALID_VALUE,
		request->file_count ? "codeexec.files" : "messages",
		"code and files take %" PRIu64 " bytes of the workdir, which "
		"limits.workdir holds to %s",
		all, most);
}

static int make_script(struct plan_step *step, const struct buf *code,
	const struct request *request, struct error *e)
{
	if (asprintf(&step->script, PLAN_WORKDIR "/main%s",
		    step->program->extension) < 0) {
		step->script = NULL;
		return fail_memory(e);
	}
	if (plan_code(step->program, code, &step->code))
		return fail_memory(e);
	if (check_files(request, step->script, e))
		return -1;
	return check_room(step, request, e);
}

static int make_step(const struct plan *plan, const struct plan_block *block,
	struct plan_step *step, struct error *e)
{
	step->program = block->program;
	step->line = block->line;
	if (!step->program->address_space)
		step->limits.address_space_bytes = 0;
	if (!(step->label = strdup(block->label)) ||
		plan_binds(plan->policy, step) || plan_environment(plan, step))
		return fail_memory(e);
	if (place_interpreter(step, plan->policy, e) ||
		make_script(step, &block->code, plan->request, e))
		return -1;
	return make_argv(step, plan->request, e);
}

/* A step for each of BLOCKS, every one within LIMITS. */
static int make_steps(struct plan *plan, const struct plan_blocks *blocks,
	const struct limits *limits, struct error *e)
{
	plan->step = calloc(blocks->count, sizeof(*plan->step));
	if (!plan->step)
		return fail_memory(e);
	for (size_t i = 0; i < blocks->count; i++) {
		struct plan_step *step = &plan->step[plan->count++];

		step->limits = *limits;
		if (make_step(plan, &blocks->item[i], step, e))
			return -1;
	}
	return 0;
}

static int check_blocks(const struct plan *plan,
	const struct plan_blocks *blocks, const struct registry *registry,
	const struct limits *limits, struct error *e)
{
	if (blocks->count > (uint64_t)limits->blocks)
		return fail_at(e, ERR_INVALID_VALUE, "messages",
			"%zu code blocks: at most %" PRId64 " may run",
			blocks->count, limits->blocks);
	for (size_t i = 0; i < blocks->count; i++)
		if (!is_allowed(
			    blocks->item[i].program, plan->policy, registry))
			return not_allowed(&blocks->item[i], plan->policy, e);
	return 0;
}

static int make(struct plan *plan, const struct registry *registry,
	struct plan_blocks *blocks, struct error *e)
{
	struct limits limits;

	if (plan_blocks_find(plan->request, registry, blocks, e) ||
		lower_limits(plan->request, plan->policy, &limits, e) ||
		check_blocks(plan, blocks, registry, &limits, e))
		return -1;
	if (plan->request->has_input &&
		check_files(plan->request, PLAN_INPUT, e))
		return -1;
	return make_steps(plan, blocks, &limits, e);
}

int plan_make(const struct request *request, const struct policy *policy,
	const struct registry *registry, struct plan *out, struct error *e)
{
	struct plan_blocks blocks = {0};
	int result;

	*out = (struct plan){.request = request, .policy = policy};
	result = make(out, registry, &blocks, e);
	plan_blocks_free(&blocks);
	if (result)
		plan_free(out);
	return result;
}

void plan_step_free(struct plan_step *step)
{
	free(step->label);
	buf_free(&step->code);
	free(step->script);
	free(step->exe);
	strings_free(&step->argv);
	strings_free(&step->envp);
	for (size_t i = 0; i < step->bind_count; i++)
		free(step->binds[i].path);
	free(step->binds);
}

void plan_free(struct plan *plan)
{
	for (size_t i = 0; i < plan->count; i++)
		plan_step_free(&plan->step[i]);
	free(plan->step);
	*plan = (struct plan){0};
}
