/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The environment of a block, in a fixed order, so that the same request gives
 * the same plan. What comes later wins: the program's wishes over ours, the
 * operator's over all.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/plan.h"
#include "core/plan_parts.h"
#include "core/policy.h"
#include "core/registry.h"
#include "core/request.h"

/* Ours alone: whoever has it can ask for more runs. */
#define SECRET "CODEEXEC_API_KEY="

/* Set PAIR, "NAME=value", in LIST, in the place of an equal name. */
static int set(struct strings *list, const char *pair)
{
	size_t len = (size_t)(strchrnul(pair, '=') - pair);
	char *copy;

	for (size_t i = 0; i < list->count; i++) {
		char *old = list->item[i];

		if (strncmp(old, pair, len) != 0 || old[len] != '=')
			continue;
		if (!(copy = strdup(pair)))
			return -1;
		free(old);
		list->item[i] = copy;
		return 0;
	}
	return strings_add(list, pair);
}

static int set_all(struct strings *list, const struct strings *pairs)
{
	for (size_t i = 0; i < pairs->count; i++)
		if (set(list, pairs->item[i]))
			return -1;
	return 0;
}

/* PATH: where program_locate() looks, in its order. */
static int set_path(struct strings *list, const struct strings *prefixes)
{
	autobuf struct buf path = {0};

	if (buf_printf(&path, "PATH="))
		return -1;
	for (size_t i = 0; i < prefixes->count; i++)
		if (buf_printf(&path, "%s/bin:", prefixes->item[i]))
			return -1;
	if (buf_printf(&path, "/usr/bin:/bin"))
		return -1;
	return set(list, path.data);
}

static bool begins(const char *text, const char *beginning)
{
	return !strncmp(text, beginning, strlen(beginning));
}

/* Does the policy pass our own variable PAIR on? */
static bool is_passed(const struct policy *policy, const char *pair)
{
	const struct strings *names = &policy->environment_pass;
	const struct strings *beginnings = &policy->environment_pass_prefix;

	if (!strchr(pair, '=') || begins(pair, SECRET))
		return false;
	for (size_t i = 0; i < names->count; i++)
		if (begins(pair, names->item[i]) &&
			pair[strlen(names->item[i])] == '=')
			return true;
	for (size_t i = 0; i < beginnings->count; i++)
		if (begins(pair, beginnings->item[i]))
			return true;
	return false;
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Our own variables that are passed on, by name: the order of environ is
 * anyone's. */
static int set_passed(struct strings *list, const struct policy *policy)
{
	struct strings passed = {0};
	int result = 0;

	for (char **pair = environ; pair && *pair && !result; pair++)
		if (is_passed(policy, *pair))
			result = strings_add(&passed, *pair);
	if (passed.count)
		qsort(passed.item, passed.count, sizeof(*passed.item), compare);
	if (!result)
		result = set_all(list, &passed);
	strings_free(&passed);
	return result;
}

int plan_environment(const struct plan *plan, struct plan_step *step)
{
	struct strings *list = &step->envp;

	if (set_path(list, &plan->policy->prefix) ||
		set(list, "HOME=" PLAN_WORKDIR) || set(list, "TMPDIR=/tmp") ||
		set(list, "LANG=C.UTF-8") || set(list, "NO_COLOR=1"))
		return -1;
	if (plan->request->has_input && set(list, "CODEEXEC_INPUT=" PLAN_INPUT))
		return -1;
	if (set_all(list, &step->program->environment) ||
		set_passed(list, plan->policy))
		return -1;
	return set_all(list, &plan->policy->environment_set);
}
