/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Two columns, eighty characters wide. */

#include <stdio.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/help.h"
#include "cmd/options.h"
#include "core/buf.h"
#include "core/error.h"
#include "core/keys.h"

#define WIDTH 79
#define INDENT 30 /* where the right column begins */

/* Print TEXT word by word to TO; AT is the column reached, further lines begin
 * at INDENT. */
static void print_words(FILE *to, const char *text, size_t at, int indent)
{
	bool first = true;

	while (*text) {
		size_t len = strcspn(text, " ");

		if (!first && at + 1 + len > WIDTH) {
			(void)fprintf(to, "\n%*s", indent, "");
			at = (size_t)indent;
		} else if (!first) {
			(void)fputc(' ', to);
			at++;
		}
		(void)fwrite(text, 1, len, to);
		at += len;
		text += len + strspn(text + len, " ");
		first = false;
	}
	(void)fputc('\n', to);
}

static void print_row(FILE *to, const char *left, const char *right)
{
	size_t len = strlen(left);

	(void)fputs(left, to);
	/* Two blanks at least between the columns. */
	if (len + 2 > INDENT)
		(void)fprintf(to, "\n%*s", INDENT, "");
	else
		(void)fprintf(to, "%*s", (int)(INDENT - len), "");
	print_words(to, right, INDENT, INDENT);
}

static void print_options(const struct option_row *rows)
{
	for (const struct option_row *row = rows; row->name || row->letter;
		row++) {
		autobuf struct buf left = {0};
		const char *value = row->value ? row->value : "";
		const char *space = row->value ? " " : "";
		int result;

		if (row->letter && row->name)
			result = buf_printf(&left, "  -%c, --%s%s%s",
				row->letter, row->name, space, value);
		else if (row->name)
			result = buf_printf(&left, "      --%s%s%s", row->name,
				space, value);
		else
			result = buf_printf(
				&left, "  -%c%s%s", row->letter, space, value);
		if (!result)
			print_row(stdout, left.data, row->help);
	}
}

static int key_text(const struct key *key, struct buf *out)
{
	if (buf_printf(out, "%s", key->help))
		return -1;
	/* Lists are empty by default, all of them. */
	return key_is_list(key)
		       ? 0
		       : buf_printf(out, " (default: %s)", key->preset);
}

static void print_section(const struct key_section *section)
{
	(void)printf("\n%s:\n", section->title);
	for (size_t i = 0; i < keys_count; i++) {
		const struct key *key = &keys[i];
		autobuf struct buf left = {0};
		autobuf struct buf right = {0};

		if (!key_in_section(key, section) ||
			buf_printf(&left, "  --%s %s", key->flag, key->value) ||
			key_text(key, &right))
			continue;
		print_row(stdout, left.data, right.data);
	}
}

void help_main(FILE *to)
{
	(void)fputs("Usage: codeexec COMMAND [OPTION]...\n"
		    "       codeexec --help | --version\n\n"
		    "Runs the code in an OpenAI chat request in a sandbox and "
		    "answers with its\nstdout as a chat completion.\n\n"
		    "Commands:\n",
		to);
	for (size_t i = 0; i < commands_count; i++)
		(void)fprintf(to, "  %-10s%s\n", commands[i]->name,
			commands[i]->summary);
	(void)fputs(
		"\n'codeexec COMMAND --help' has the options of each.\n", to);
}

int help_command(const struct command *command, const struct options *options)
{
	const char *operands = command->operands;

	(void)printf("Usage: codeexec %s [OPTION]...%s%s\n\n", command->name,
		operands ? " " : "", operands ? operands : "");
	print_words(stdout, command->about, 0, 0);
	(void)puts("\nOptions:");
	print_options(command->options);
	print_options(options_common);
	if (!options->help)
		return 0;
	for (size_t i = 0; i < key_sections_count; i++)
		if (!key_sections[i].command ||
			!strcmp(key_sections[i].command, command->name))
			print_section(&key_sections[i]);
	(void)fputc('\n', stdout);
	print_words(stdout,
		"Each flag of the policy is also a key of the policy file and "
		"an environment variable: --timeout is limits.timeout and "
		"CODEEXEC_TIMEOUT. A flag counts more than a variable, a "
		"variable more than the file. 'codeexec policy' shows what "
		"holds, and why.",
		0, 0);
	return 0;
}

static const struct option_row rows[] = {{0}};

static int cmd_help(int argc, char **argv)
{
	const struct command_line line = {&command_help, argc, argv};
	const struct options in_full = {.help = true};
	autooptions struct options options = {0};
	const struct command *command;
	struct error e = {0};
	int code;

	if (!cmd_begin(&line, NULL, &options, &code))
		return code;
	if (!options.operand_count) {
		help_main(stdout);
		return 0;
	}
	command = cmd_find(options.operand[0], &e);
	if (command && options.operand_count == 1)
		return help_command(command, &in_full);
	if (command)
		(void)fail(&e, ERR_USAGE,
			"unwanted argument '%s'; try 'codeexec help --help'",
			options.operand[1]);
	return cmd_fail(&e);
}

const struct command command_help = {
	.name = "help",
	.summary = "print the commands, or the options of one of them",
	.operands = "[COMMAND]",
	.about = "The same as 'codeexec COMMAND --help'.",
	.options = rows,
	.run = cmd_help,
};
