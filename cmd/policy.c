/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* codeexec policy: what is in force and where it comes from. */

#include <stdio.h>
#include <unistd.h>

#include "cmd/cmd.h"
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

static int show(const struct policy *policy, const struct registry *registry,
	const void *options, struct error *e)
{
	const struct policy_options *own = options;
	autobuf struct buf text = {0};
	int result = own->json ? policy_render_json(policy,
					 isatty(STDOUT_FILENO) == 1, &text)
			       : policy_render_table(policy, &text);

	(void)registry; /* the allowlist was held against it */
	return cmd_print(&text, own->json, result, e);
}

static int cmd_policy(int argc, char **argv)
{
	const struct command_line line = {&command_policy, argc, argv};
	autooptions struct options options = {0};
	struct policy_options own = {0};
	int code;

	if (!cmd_begin(&line, &own, &options, &code))
		return code;
	if (own.file)
		return validate(own.file);
	return cmd_under_policy(&options, show, &own);
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
