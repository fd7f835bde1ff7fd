/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The four layers of the policy, lowest first. A layer that names a list
 * replaces what lower layers said of it; only within the layer does it grow,
 * so that no --allow ever widens a file's list unseen.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/error.h"
#include "core/keys.h"
#include "core/policy.h"
#include "core/policy_file.h"
#include "core/policy_value.h"
#include "core/registry.h"
#include "core/suggest.h"

#define ORIGIN_FLAG "flag "
#define PREFIX "CODEEXEC_"

static int set_defaults(struct policy *policy, struct error *e)
{
	for (size_t i = 0; i < keys_count; i++) {
		const struct key *key = &keys[i];

		if (policy_value_origin(policy, key, "default"))
			return fail_memory(e);
		if (key->type != KEY_QUANTITY && key->type != KEY_ENUM)
			continue;
		if (policy_value_add(policy, key, key->preset, false, e))
			return wrap(e, "default of %s", key->name);
	}
	return 0;
}

/* Add each of the items of LIST, which SEPARATOR stands between. */
static int add_items(struct policy *policy, const struct key *key,
	const char *list, bool from_flag, struct error *e)
{
	/* A value of an environment variable may well hold a comma. */
	char separator = key->type == KEY_MAP ? '\n' : ',';
	autofree char *copy = strdup(list);
	char *item = copy;

	if (!copy)
		return fail_memory(e);
	while (item && *list) {
		char *end = strchr(item, separator);

		if (end)
			*end++ = '\0';
		if (policy_value_add(policy, key, item, from_flag, e))
			return -1;
		item = end;
	}
	return 0; /* NOLINT(clang-analyzer-unix.Malloc): autofree */
}

/* TEXT of a variable or a flag: one value, or items that are added. */
static int add_text(struct policy *policy, const struct key *key,
	const char *text, bool from_flag, struct error *e)
{
	bool whole = !key_is_list(key) || (from_flag && key->type == KEY_MAP);

	if (whole)
		return policy_value_add(policy, key, text, from_flag, e);
	return add_items(policy, key, text, from_flag, e);
}

/* Variables of ours that set no key. */
static const char *const no_keys[] = {
	PREFIX "POLICY", PREFIX "API_KEY",
	PREFIX "INPUT", /* of a block, that may start codeexec itself */
};

/* How variables begin that are not ours though they have our prefix. */
static const char *const foreign[] = {
	/* Kubernetes, in each pod beside a service that is called codeexec. */
	PREFIX "SERVICE_", PREFIX "PORT",
	PREFIX "TEST_", /* the tests', which reach what they start */
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bool is_foreign(const char *variable)
{
	for (size_t i = 0; i < COUNT(foreign); i++)
		if (!strncmp(variable, foreign[i], strlen(foreign[i])))
			return true;
	return false;
}

/* Refuse what begins as our variables do and is none: a limit that its
 * operator thinks he has set must not be missing in silence. */
static int check_variable(const char *variable, struct error *e)
{
	/* Without the prefix, which would make all of them alike. */
	const char *known[POLICY_KEYS_MAX + COUNT(no_keys)];
	size_t count = 0;
	char name[64];
	const char *near;

	(void)snprintf(name, sizeof(name), "%.*s", (int)strcspn(variable, "="),
		variable);
	for (size_t i = 0; i < keys_count; i++)
		known[count++] = keys[i].variable + strlen(PREFIX);
	for (size_t i = 0; i < COUNT(no_keys); i++)
		known[count++] = no_keys[i] + strlen(PREFIX);
	for (size_t i = 0; i < count; i++)
		if (!strcmp(known[i], name + strlen(PREFIX)))
			return 0;
	near = suggest(name + strlen(PREFIX), known, count);
	if (near)
		return fail(e, ERR_CONFIG,
			"environment %s: no such variable; did you mean " PREFIX
			"%s?",
			name, near);
	return fail(e, ERR_CONFIG,
		"environment %s: no such variable; "
		"codeexec-policy(5) has them all",
		name);
}

static int check_environment(struct error *e)
{
	for (char **item = environ; item && *item; item++)
		if (!strncmp(*item, PREFIX, strlen(PREFIX)) &&
			!is_foreign(*item) && check_variable(*item, e))
			return -1;
	return 0;
}

static int set_environment(struct policy *policy, struct error *e)
{
	if (check_environment(e))
		return -1;
	for (size_t i = 0; i < keys_count; i++) {
		const struct key *key = &keys[i];
		const char *text = getenv(key->variable);

		if (!text)
			continue;
		policy_value_clear(policy, key);
		if (add_text(policy, key, text, false, e))
			return wrap(e, "environment %s", key->variable);
		if (policy_value_origin(
			    policy, key, "environment %s", key->variable))
			return fail_memory(e);
	}
	return 0;
}

static int set_flags(struct policy *policy, const struct policy_flag *flags,
	size_t count, struct error *e)
{
	bool given[POLICY_KEYS_MAX] = {false};

	for (size_t i = 0; i < count; i++) {
		const struct key *key = &keys[flags[i].key];

		if (!given[flags[i].key])
			policy_value_clear(policy, key);
		given[flags[i].key] = true;
		if (add_text(policy, key, flags[i].value, true, e))
			return wrap(e, "--%s", key->flag);
		if (policy_value_origin(
			    policy, key, ORIGIN_FLAG "--%s", key->flag))
			return fail_memory(e);
	}
	return 0;
}

static int set_file(struct policy *policy, const char *file, struct error *e)
{
	const char *named = file ? file : getenv("CODEEXEC_POLICY");

	if (!named)
		return policy_file_read(POLICY_FILE, true, policy, e);
	return policy_file_read(named, false, policy, e);
}

int policy_load(const char *file, const struct policy_flag *flags,
	size_t flag_count, struct policy *out, struct error *e)
{
	if (set_defaults(out, e) || set_file(out, file, e) ||
		set_environment(out, e))
		return -1;
	return set_flags(out, flags, flag_count, e);
}

int policy_load_file(const char *file, struct policy *out, struct error *e)
{
	if (set_defaults(out, e))
		return -1;
	return policy_file_read(file, false, out, e);
}

static int unknown_program(const struct policy *policy,
	const struct registry *registry, const char *name, struct error *e)
{
	const struct key *key = key_find("programs");
	const char *origin = policy->origin[key - keys];
	const char *near = registry_suggest(registry, name);
	autobuf struct buf known = {0};
	bool by_flag = !strncmp(origin, ORIGIN_FLAG, strlen(ORIGIN_FLAG));

	if (near)
		(void)buf_printf(&known, "; did you mean '%s'?", near);
	for (size_t i = 0; !near && i < registry->count; i++)
		(void)buf_printf(&known, "%s%s", i ? ", " : "; known are ",
			registry->item[i].name);
	(void)fail(e, by_flag ? ERR_USAGE : ERR_CONFIG,
		"no program is called '%s'%s", name,
		known.data ? known.data : "");
	return wrap(e, "%s", by_flag ? origin + strlen(ORIGIN_FLAG) : origin);
}

int policy_resolve(
	struct policy *policy, const struct registry *registry, struct error *e)
{
	struct strings names = {0};
	int result = 0;

	for (size_t i = 0; !result && i < policy->programs.count; i++) {
		const char *name = policy->programs.item[i];
		const struct program *program = registry_find(registry, name);

		if (!program)
			result = unknown_program(policy, registry, name, e);
		else if (!strings_has(&names, program->name) &&
			 strings_add(&names, program->name))
			result = fail_memory(e);
	}
	if (result) {
		strings_free(&names);
		return -1;
	}
	strings_free(&policy->programs);
	policy->programs = names;
	return 0;
}

void policy_free(struct policy *policy)
{
	for (size_t i = 0; i < keys_count; i++) {
		policy_value_clear(policy, &keys[i]);
		free(policy->origin[i]);
	}
	*policy = (struct policy){0};
}
