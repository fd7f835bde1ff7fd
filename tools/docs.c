/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* docs bash|zsh|fish, docs man PAGE: which of them, and what they share. */

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
}

void docs_each_working(const char *scope, docs_visit *visit)
{
	each_row(options_working, scope, visit);
}

static bool is_same(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static void each_key(
	const struct key_section *section, const char *scope, docs_visit *visit)
{
	for (size_t i = 0; i < keys_count; i++) {
		struct docs_option option = {
			.name = keys[i].flag,
			.value = keys[i].value,
			.help = keys[i].help,
			.key = keys[i].name,
			.kind = kind(keys[i].value),
		};

		if (key_in_section(&keys[i], section))
			visit(&option, scope);
	}
}

void docs_each_policy(const char *command, const char *scope, docs_visit *visit)
{
	for (size_t i = 0; i < key_sections_count; i++)
		if (is_same(key_sections[i].command, command))
			each_key(&key_sections[i], scope, visit);
}

void docs_each(const struct command *command, docs_visit *visit)
{
	docs_each_own(command, visit);
	if (!command->plain) {
		docs_each_working(command->name, visit);
		docs_each_policy(NULL, command->name, visit);
		docs_each_policy(command->name, command->name, visit);
	}
	docs_each_common(command->name, visit);
}

enum docs_operand docs_operand(const struct command *command)
{
	const char *operands = command->operands ? command->operands : "";

	if (!strncmp(operands, "[COMMAND]", strlen("[COMMAND]")))
		return DOCS_COMMANDS;
	if (!strncmp(operands, "[KEY]", strlen("[KEY]")))
		return DOCS_KEYS;
	return *operands ? DOCS_FILES : DOCS_NO_OPERAND;
}

static void command_names(bool plain)
{
	const char *blank = "";

	for (size_t i = 0; i < commands_count; i++) {
		if (commands[i]->plain && !plain)
			continue;
		(void)printf("%s%s", blank, commands[i]->name);
		blank = " ";
	}
}

void docs_command_names(void)
{
	command_names(true);
}

void docs_working_names(void)
{
	command_names(false);
}

void docs_key_names(void)
{
	for (size_t i = 0; i < keys_count; i++)
		(void)printf("%s%s", i ? " " : "", keys[i].name);
	for (size_t i = 0; i < key_sections_count; i++)
		if (*key_sections[i].name)
			(void)printf(" %s", key_sections[i].name);
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
};

int main(int argc, char **argv)
{
	for (size_t i = 0; i < sizeof(outputs) / sizeof(outputs[0]); i++)
		if (argc == 2 && !strcmp(outputs[i].name, argv[1]))
			return outputs[i].print() || fflush(stdout) ? 1 : 0;
	if (argc == 3 && !strcmp("man", argv[1]))
		return docs_man(argv[2]) || fflush(stdout) ? 1 : 0;
	(void)fputs("usage: docs bash|zsh|fish\n"
		    "       docs man PAGE\n",
		stderr);
	return 64;
}
