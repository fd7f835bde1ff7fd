/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* codeexec policy: what is in force and where it comes from. */

#include <stdio.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/help.h"
#include "cmd/options.h"
#include "core/buf.h"
#include "core/error.h"
#include "core/policy.h"
#include "core/policy_render.h"
#include "core/registry.h"

struct policy_options {
	bool json;
	const char *file;
};

static const struct option_row rows[] = {
	{"json", 0, NULL, "print a JSON object",
		offsetof(struct policy_options, json)},
	{"file", 0, "FILE", "only say whether FILE is a valid policy",
		offsetof(struct policy_options, file)},
	{0},
};

static int validate(const char *file)
{
	struct policy policy = {0};
	struct registry registry = {0};
	struct error e = {0};
	int result = policy_load_file(file, &policy, &e);

	if (!result)
		result = cmd_registry(&policy, &registry, &e);
	registry_free(&registry);
	policy_free(&policy);
	if (result)
		return cmd_fail(&e);
	(void)printf("%s: ok\n", file);
	return 0;
}

static int print_policy(const struct policy *policy, bool json, struct error *e)
{
	autobuf struct buf text = {0};
	int result;

	if (json)
		result = policy_render_json(
			policy, isatty(STDOUT_FILENO) == 1, &text);
	else
		result = policy_render_table(policy, &text);
	if (result)
		return fail_memory(e);
	(void)printf("%s%s", text.data, json ? "\n" : "");
	return 0;
}

static int show(const struct options *options, bool json)
{
	struct policy policy = {0};
	struct registry registry = {0};
	struct error e = {0};
	int result = cmd_load(options, &policy, &registry, &e);

	if (!result)
		result = print_policy(&policy, json, &e);
	registry_free(&registry);
	policy_free(&policy);
	return result ? cmd_fail(&e) : 0;
}

static int cmd_policy(int argc, char **argv)
{
	const struct command_line line = {&command_policy, argc, argv};
	autooptions struct options options = {0};
	struct policy_options own = {0};
	struct error e = {0};

	if (options_parse(&line, &own, &options, &e))
		return cmd_fail(&e);
	if (options.help || options.short_help)
		return help_command(&command_policy, &options);
	if (own.file)
		return validate(own.file);
	return show(&options, own.json);
}

const struct command command_policy = {
	.name = "policy",
	.summary = "show the policy in force, or validate a policy file",
	.about =
		"Prints every key of the policy with its value and where that "
		"comes from: a default, FILE:LINE:COLUMN, the environment or a "
		"flag. "
		"The options of the policy are taken as by the other commands.",
	.options = rows,
	.run = cmd_policy,
};
