/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* codeexec models: what a request may ask for. */

#include <stdio.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/options.h"
#include "cmd/terminal.h"
#include "core/buf.h"
#include "core/error.h"
#include "core/models.h"
#include "core/policy.h"
#include "core/registry.h"

struct models_options {
	bool json;
	bool all;
	bool names;
	bool quiet; /* of struct options */
};

static const struct option_row rows[] = {
	{"json", 0, NULL, "print OpenAI's list of models",
		offsetof(struct models_options, json)},
	{"all", 'a', NULL, "list also the programs that are not allowed",
		offsetof(struct models_options, all)},
	{"names", 0, NULL, "print only the names, and ask for no version",
		offsetof(struct models_options, names)},
	{0},
};

static int print_names(const struct models *models)
{
	for (size_t i = 0; i < models->count; i++)
		(void)printf("%s\n", models->item[i].program->name);
	return 0;
}

static int print_models(const struct models *models, bool json, struct error *e)
{
	autobuf struct buf text = {0};
	int result = json ? models_render_json(
				    models, isatty(STDOUT_FILENO) == 1, &text)
			  : models_render_table(models,
				    terminal_colours(STDOUT_FILENO), &text);

	return cmd_print(&text, json, result, e);
}

/* What a list that is empty or without versions leaves open. */
static void explain(const struct models *models, bool quiet)
{
	struct error none = {0};

	if (models->why.kind != ERR_NONE)
		(void)cmd_fail(&models->why);
	if (models->count || quiet)
		return;
	(void)fail(&none, ERR_NONE,
		"no program is allowed; the operator allows one with --allow "
		"or 'programs' in the policy (--all lists what there is)");
	(void)cmd_fail(&none);
}

static int list(const struct policy *policy, const struct registry *registry,
	const void *options, struct error *e)
{
	const struct models_options *own = options;
	struct models models = {0};
	int result = models_list(registry, policy,
		own->all ? MODELS_ALL : MODELS_ALLOWED, &models, e);

	if (!result && own->names) {
		result = print_names(&models);
	} else if (!result) {
		models_ask_versions(&models, policy);
		result = print_models(&models, own->json, e);
		explain(&models, own->quiet);
	}
	models_free(&models);
	return result;
}

static int cmd_models(int argc, char **argv)
{
	const struct command_line line = {&command_models, argc, argv};
	autooptions struct options options = {0};
	struct models_options own = {0};
	struct error e = {0};
	int code;

	if (!cmd_begin(&line, &own, &options, &code))
		return code;
	own.quiet = options.quiet;
	if (own.names && own.json) {
		(void)fail(&e, ERR_USAGE,
			"--names and --json exclude each other: jq -r "
			"'.data[].id' has the names");
		return cmd_refuse(true, &e);
	}
	return cmd_under_policy(&options, own.json, list, &own);
}

const struct command command_models = {
	.name = "models",
	.summary = "list the programs that a request may ask for",
	.about = "Prints the programs that the policy allows, with their other "
		 "names, their version and the path of their interpreter.",
	.options = rows,
	.run = cmd_models,
};
