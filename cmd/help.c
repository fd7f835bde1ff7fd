/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Two columns, eighty characters wide. */

#include <stdio.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/help.h"
#include "cmd/help_json.h"
#include "cmd/options.h"
#include "cmd/terminal.h"
#include "core/buf.h"
#include "core/colour.h"
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

/* A line in bold, where that is to be had. */
static void print_head(FILE *to, const char *before, const char *title)
{
	bool colour = terminal_colours(fileno(to));

	(void)fprintf(to, "%s%s%s:%s\n", before,
		colour_text(colour, COLOUR_BOLD), title,
		colour_text(colour, COLOUR_PLAIN));
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
	print_head(stdout, "\n", section->title);
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

/* What --help alone says. */
static void print_more(FILE *to)
{
	print_head(to, "\n", "Options");
	(void)fputs("  -h, --help          print this, in short or in full\n"
		    "  --version           print versions of codeexec and its "
		    "libraries;\n"
		    "                      with -v, --verbose of the kernel's "
		    "features as well\n"
		    "  --json              with either of these: as a JSON "
		    "object\n",
		to);
	print_head(to, "\n", "Examples");
	(void)fputs("  codeexec check\n"
		    "  codeexec run --allow python -m python -c 'print(6 * 7)' "
		    "--raw\n"
		    "  codeexec run --allow bash,python request.json\n"
		    "  codeexec batch --allow python requests.jsonl "
		    ">answers.jsonl\n",
		to);
	print_head(to, "\n", "Manual");
	(void)fputs("  codeexec(1), codeexec-COMMAND(1), codeexec-policy(5),\n"
		    "  codeexec-interpreters(5), codeexec-api(7)\n",
		to);
}

void help_main(FILE *to, bool in_full)
{
	(void)fputs("Usage: codeexec COMMAND [OPTION]...\n"
		    "       codeexec --help | --version\n\n"
		    "Runs the code in an OpenAI chat request in a sandbox and "
		    "answers with its\nstdout as a chat completion.\n",
		to);
	print_head(to, "\n", "Commands");
	for (size_t i = 0; i < commands_count; i++)
		(void)fprintf(to, "  %-10s%s\n", commands[i]->name,
			commands[i]->summary);
	if (in_full)
		print_more(to);
	(void)fputs("\n'codeexec COMMAND -h' has the options of each, "
		    "--help those of the policy too.\n",
		to);
}

int help_command(const struct command *command, const struct options *options)
{
	const char *operands = command->operands;

	(void)printf("Usage: codeexec %s [OPTION]...%s%s\n\n", command->name,
		operands ? " " : "", operands ? operands : "");
	print_words(stdout, command->about, 0, 0);
	print_head(stdout, "\n", "Options");
	print_options(command->options);
	if (!command->plain)
		print_options(options_working);
	print_options(options_common);
	if (!options->help || command->plain)
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

struct help_options {
	bool json;
};

static const struct option_row rows[] = {
	{"json", 0, NULL, "print a JSON object",
		offsetof(struct help_options, json)},
	{0},
};

static int cmd_help(int argc, char **argv)
{
	const struct command_line line = {&command_help, argc, argv};
	const struct options in_full = {.help = true};
	autooptions struct options options = {0};
	struct help_options own = {0};
	const struct command *command;
	struct error e = {0};
	int code;

	if (!cmd_begin(&line, &own, &options, &code))
		return code;
	if (!options.operand_count) {
		if (own.json)
			return help_json(NULL);
		help_main(stdout, true);
		return 0;
	}
	command = cmd_find(options.operand[0], &e);
	if (command && options.operand_count == 1)
		return own.json ? help_json(command)
				: help_command(command, &in_full);
	if (command)
		(void)fail(&e, ERR_USAGE,
			"unwanted argument '%s'; try 'codeexec help --help'",
			options.operand[1]);
	return cmd_refuse(own.json, &e);
}

const struct command command_help = {
	.name = "help",
	.summary = "print the commands, or the options of one of them",
	.operands = "[COMMAND]",
	.about = "The same as 'codeexec COMMAND --help'.",
	.options = rows,
	.plain = true,
	.run = cmd_help,
};
