/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* codeexec check: can this host run anything. */

#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/options.h"
#include "cmd/signals.h"
#include "cmd/terminal.h"
#include "core/buf.h"
#include "core/check.h"
#include "core/error.h"

struct check_options {
	bool json;
	bool quiet; /* of struct options */
};

static const struct option_row rows[] = {
	{"json", 0, NULL, "print a JSON object",
		offsetof(struct check_options, json)},
	{0},
};

static int print_check(const struct check *check, bool json, struct error *e)
{
	autobuf struct buf text = {0};
	int result = json ? check_render_json(
				    check, isatty(STDOUT_FILENO) == 1, &text)
			  : check_render_table(check,
				    terminal_colours(STDOUT_FILENO), &text);

	return cmd_print(&text, json, result, e);
}

static int tell(const struct check *check, const struct check_options *own,
	struct error *e)
{
	if (!own->quiet && print_check(check, own->json, e))
		return -1;
	if (check->ok)
		return 0;
	return fail(e, ERR_SANDBOX_UNAVAILABLE,
		"the sandbox cannot be had on this host: nothing would be run");
}

static int try_layers(const struct policy *policy,
	const struct registry *registry, const void *options, struct error *e)
{
	const struct check_options *own = options;
	struct check check = {0};
	int result;

	(void)registry; /* no program is started */
	signals_catch();
	result = check_make(policy, &check, e);
	if (!result && !signals_ended_by)
		result = tell(&check, own, e);
	check_free(&check);
	return result;
}

static int cmd_check(int argc, char **argv)
{
	const struct command_line line = {&command_check, argc, argv};
	autooptions struct options options = {0};
	struct check_options own = {0};
	int code;

	if (!cmd_begin(&line, &own, &options, &code))
		return code;
	own.quiet = options.quiet;
	code = cmd_under_policy(&options, own.json, try_layers, &own);
	signals_die();
	return code;
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
