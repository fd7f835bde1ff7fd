/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The table of subcommands and what they share. */

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/help.h"
#include "cmd/help_json.h"
#include "cmd/options.h"
#include "cmd/terminal.h"
#include "core/buf.h"
#include "core/colour.h"
#include "core/error.h"
#include "core/keys.h"
#include "core/policy.h"
#include "core/registry.h"
#include "core/render.h"
#include "core/suggest.h"

const struct command *const commands[] = {
	&command_run,
	&command_serve,
	&command_batch,
	&command_models,
	&command_check,
	&command_policy,
	&command_help,
};

#define COMMANDS (sizeof(commands) / sizeof(commands[0]))

const size_t commands_count = COMMANDS;

const struct command *cmd_find(const char *name, struct error *e)
{
	const char *known[COMMANDS];
	const char *near;

	for (size_t i = 0; i < COMMANDS; i++) {
		if (!strcmp(commands[i]->name, name))
			return commands[i];
		known[i] = commands[i]->name;
	}
	near = suggest(name, known, COMMANDS);
	if (near)
		(void)fail(e, ERR_USAGE,
			"unknown command '%s'; did you mean '%s'?", name, near);
	else if (registry_find(&registry_built_in, name))
		(void)fail(e, ERR_USAGE,
			"unknown command '%s', which is a program: 'codeexec "
			"run -m %s -c CODE' runs code by it",
			name, name);
	else if (!access(name, F_OK))
		(void)fail(e, ERR_USAGE,
			"unknown command '%s', which is a file: 'codeexec run "
			"FILE' answers a request, 'codeexec run -f FILE' runs "
			"a script",
			name);
	else
		(void)fail(e, ERR_USAGE,
			"unknown command '%s'; try 'codeexec --help'", name);
	return NULL;
}

int cmd_fail(const struct error *e)
{
	bool colour = terminal_colours(STDERR_FILENO);
	char line[sizeof(e->message)];
	size_t i;

	/* A message quotes requests and files: nothing in it may drive the
	 * terminal. */
	for (i = 0; e->message[i]; i++) {
		unsigned char c = (unsigned char)e->message[i];

		line[i] = e->message[i];
		if (c < ' ' || c == 127)
			line[i] = '?';
	}
	line[i] = '\0';
	(void)fprintf(stderr, "%scodeexec:%s %s\n",
		colour_text(colour, e->kind ? COLOUR_BAD : COLOUR_BOLD),
		colour_text(colour, COLOUR_PLAIN), line);
	return error_exit(e->kind);
}

/* Print E as the error object on TO. 0, or -1 when memory is out. */
static int print_error(FILE *to, const struct error *e)
{
	autobuf struct buf text = {0};

	if (render_error(e, isatty(fileno(to)) == 1, &text))
		return -1;
	(void)fprintf(to, "%s\n", text.data);
	return 0;
}

int cmd_refuse(bool json, const struct error *e)
{
	if (json)
		(void)print_error(stdout, e); /* told below as well */
	return cmd_fail(e);
}

int cmd_refuse_aside(bool json, const struct error *e)
{
	return json && !print_error(stderr, e) ? error_exit(e->kind)
					       : cmd_fail(e);
}

bool cmd_json_asked(int argc, char **argv)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
		if (!strcmp(argv[i], "--json"))
			return true;
	return false;
}

int cmd_registry(
	struct policy *policy, struct registry *registry, struct error *e)
{
	if (registry_load(policy->interpreters, registry, e))
		return policy->interpreters
			       ? wrap(e, "%s",
					 policy->origin
						 [key_find("interpreters") -
							 keys])
			       : -1;
	return policy_resolve(policy, registry, e);
}

void cmd_say(void *to, const char *message)
{
	(void)to;
	(void)fprintf(stderr, "codeexec: %s\n", message);
}

void cmd_say_reading(int fd)
{
	if (isatty(fd) == 1)
		cmd_say(NULL, "reading from the terminal, up to ^D");
}

int cmd_load(const struct options *options, struct policy *policy,
	struct registry *registry, struct error *e)
{
	if (policy_load(options->policy, options->flag, options->flag_count,
		    policy, e))
		return -1;
	return cmd_registry(policy, registry, e);
}

bool cmd_begin(const struct command_line *line, void *own,
	struct options *options, int *code)
{
	struct error e = {0};

	if (options_parse(line, own, options, &e)) {
		*code = cmd_refuse(cmd_json_asked(line->argc, line->argv), &e);
		return false;
	}
	if (!options->help && !options->short_help)
		return true;
	*code = cmd_json_asked(line->argc, line->argv)
			? help_json(line->command)
			: help_command(line->command, options);
	return false;
}

int cmd_under_policy(const struct options *options, bool json, cmd_work *work,
	const void *own)
{
	struct policy policy = {0};
	struct registry registry = {0};
	struct error e = {0};
	int result = cmd_load(options, &policy, &registry, &e);

	bool loaded = !result;

	if (loaded)
		result = work(&policy, &registry, own, &e);
	registry_free(&registry);
	policy_free(&policy);
	return result ? cmd_refuse(json && !loaded, &e) : 0;
}

int cmd_print(const struct buf *text, bool json, int result, struct error *e)
{
	if (result)
		return fail_memory(e);
	/* main() sees whether it left. */
	(void)printf("%s%s", text->data, json ? "\n" : "");
	return 0;
}
