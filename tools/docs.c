/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* docs bash|zsh|fish|man: which of them, and what they share. */

#include <stdio.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/options.h"
#include "core/keys.h"
#include "tools/docs.h"

static enum docs_kind kind(const char *value)
{
	if (!value)
		return DOCS_NO_VALUE;
	if (strchr(value, '|'))
		return DOCS_WORDS;
	if (!strcmp(value, "MODEL"))
		return DOCS_MODEL;
	if (!strncmp(value, "PROGRAM", strlen("PROGRAM")))
		return DOCS_PROGRAMS;
	if (!strcmp(value, "FILE") || !strncmp(value, "PATH", strlen("PATH")))
		return DOCS_FILE;
	return DOCS_ANYTHING;
}

static void each_row(
	const struct option_row *rows, const char *scope, docs_visit *visit)
{
	for (const struct option_row *row = rows; row->name || row->letter;
		row++) {
		struct docs_option option = {
			.name = row->name,
			.letter = row->letter,
			.value = row->value,
			.help = row->help,
			.kind = kind(row->value),
		};

		visit(&option, scope);
	}
}

void docs_each_own(const struct command *command, docs_visit *visit)
{
	each_row(command->options, command->name, visit);
}

void docs_each_common(const char *scope, docs_visit *visit)
{
	each_row(options_common, scope, visit);
	for (size_t i = 0; i < keys_count; i++) {
		struct docs_option option = {
			.name = keys[i].flag,
			.value = keys[i].value,
			.help = keys[i].help,
			.kind = kind(keys[i].value),
		};

		visit(&option, scope);
	}
}

bool docs_wants_commands(const struct command *command)
{
	return command->operands && !strcmp(command->operands, "[COMMAND]");
}

void docs_command_names(void)
{
	for (size_t i = 0; i < commands_count; i++)
		(void)printf("%s%s", i ? " " : "", commands[i]->name);
}

void docs_quote(const char *text, const char *escaped)
{
	for (; *text; text++) {
		if (*text == '\'') {
			(void)fputs("'\\''", stdout);
			continue;
		}
		if (strchr(escaped, *text))
			(void)putchar('\\');
		(void)putchar(*text);
	}
}

void docs_words(const char *words)
{
	for (; *words; words++)
		(void)putchar(*words == '|' ? ' ' : *words);
}

static const struct {
	const char *name;
	int (*print)(void);
} outputs[] = {
	{"bash", docs_bash},
	{"zsh", docs_zsh},
	{"fish", docs_fish},
	{"man", docs_man},
};

int main(int argc, char **argv)
{
	for (size_t i = 0; i < sizeof(outputs) / sizeof(outputs[0]); i++)
		if (argc == 2 && !strcmp(outputs[i].name, argv[1]))
			return outputs[i].print() || fflush(stdout) ? 1 : 0;
	(void)fputs("usage: docs bash|zsh|fish|man\n", stderr);
	return 64;
}
