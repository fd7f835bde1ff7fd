/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* codeexec check: can this host run anything. */

#include <stdio.h>

#include "cmd/cmd.h"
#include "cmd/help.h"
#include "cmd/options.h"
#include "core/buf.h"
#include "core/check.h"
#include "core/error.h"
#include "core/policy.h"
#include "core/registry.h"

struct check_options {
	bool json;
};

static const struct option_row rows[] = {
	{"json", 0, NULL, "print a JSON object",
		offsetof(struct check_options, json)},
	{0},
};

static int check(const struct check_options *own, const struct policy *policy,
	struct error *e)
{
	autobuf struct buf text = {0};
	bool ok = false;

	if (check_render(policy, own->json, &text, &ok))
		return fail_memory(e);
	(void)fputs(text.data, stdout); /* main() sees whether it left */
	if (ok)
		return 0;
	return fail(e, ERR_SANDBOX_UNAVAILABLE,
		"the sandbox cannot be had on this host: nothing would be run");
}

static int cmd_check(int argc, char **argv)
{
	const struct command_line line = {&command_check, argc, argv};
	autooptions struct options options = {0};
	struct check_options own = {0};
	struct policy policy = {0};
	struct registry registry = {0};
	struct error e = {0};
	int result;

	if (options_parse(&line, &own, &options, &e))
		return cmd_fail(&e);
	if (options.help || options.short_help)
		return help_command(&command_check, &options);
	result = cmd_load(&options, &policy, &registry, &e);
	if (!result)
		result = check(&own, &policy, &e);
	registry_free(&registry);
	policy_free(&policy);
	return result ? cmd_fail(&e) : 0;
}

const struct command command_check = {
	.name = "check",
	.summary = "try every layer of the sandbox on this host",
	.about = "Applies each layer in a child and prints whether it works, "
		 "what it is, and what mends it where it does not. Exits with "
		 "0 only if a run would succeed.",
	.options = rows,
	.run = cmd_check,
};
