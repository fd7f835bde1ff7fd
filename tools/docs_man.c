/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* man/codeexec.1 from man/codeexec.1.in: a line '@NAME@' of the template gives
 * way to what the tables say. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/options.h"
#include "core/buf.h"
#include "core/error.h"
#include "core/keys.h"
#include "tools/docs.h"

/* The docs are made at the top of the tree. */
#define TEMPLATE "man/codeexec.1.in"
#define CHANGES "CHANGELOG.md"
/* The heading of this version there; behind it the date of its release. */
#define HEADING "## " CODEEXEC_VERSION ", "

/* Print TEXT as roff takes it within a line. */
static void roff(const char *text)
{
	for (; *text; text++) {
		if (*text == '-')
			(void)fputs("\\-", stdout);
		else if (*text == '\\')
			(void)fputs("\\e", stdout);
		else
			(void)putchar(*text);
	}
}

static void bold(const char *before, const char *text)
{
	(void)fputs("\\fB", stdout);
	roff(before);
	roff(text);
	(void)fputs("\\fR", stdout);
}

static void value(const char *text)
{
	if (!text)
		return;
	(void)fputs(" \\fI", stdout);
	roff(text);
	(void)fputs("\\fR", stdout);
}

static void sentence(const char *text)
{
	roff(text);
	(void)fputs(".\n", stdout);
}

static void option(const struct docs_option *one, const char *scope)
{
	const char letter[] = {one->letter, '\0'};

	(void)scope; /* the section that it stands in */
	(void)fputs(".TP\n", stdout);
	if (one->letter)
		bold("-", letter);
	if (one->letter && one->name)
		(void)fputs(", ", stdout);
	if (one->name)
		bold("--", one->name);
	value(one->value);
	(void)putchar('\n');
	sentence(one->help);
}

static void print_commands(void)
{
	for (size_t i = 0; i < commands_count; i++) {
		const struct command *command = commands[i];

		(void)fputs(".SS ", stdout);
		bold("codeexec ", command->name);
		(void)fputs(" [\\fIOPTION\\fR]...", stdout);
		value(command->operands);
		(void)putchar('\n');
		roff(command->about);
		(void)putchar('\n');
		docs_each_own(command, option);
	}
}

static void print_common(void)
{
	for (const struct option_row *row = options_common;
		row->name || row->letter; row++) {
		struct docs_option one = {
			.name = row->name,
			.letter = row->letter,
			.value = row->value,
			.help = row->help,
		};

		option(&one, "");
	}
}

static void print_key(const struct key *key)
{
	char min[32];
	char max[32];

	(void)fputs(".TP\n", stdout);
	bold("", key->name);
	(void)fputs(", ", stdout);
	bold("--", key->flag);
	value(key->value);
	(void)fputs(", ", stdout);
	bold("", key->variable);
	(void)putchar('\n');
	sentence(key->help);
	(void)fputs("Default: ", stdout);
	sentence(key->preset);
	if (key->type != KEY_QUANTITY)
		return;
	unit_format(key->unit, key->min, min);
	unit_format(key->unit, key->max, max);
	(void)printf("From %s to %s.\n", min, max);
}

static void print_keys(void)
{
	for (size_t i = 0; i < key_sections_count; i++) {
		(void)printf(".SS %s\n", key_sections[i].title);
		for (size_t k = 0; k < keys_count; k++)
			if (key_in_section(&keys[k], &key_sections[i]))
				print_key(&keys[k]);
	}
}

static void print_error(enum error_kind kind)
{
	if (kind == ERR_NONE)
		return;
	(void)fputs(".TP\n", stdout);
	bold("", error_code(kind));
	(void)printf(
		"\nExit %d, HTTP %d, ", error_exit(kind), error_http(kind));
	sentence(error_type(kind));
}

static void print_errors(void)
{
#define PRINT(name, exit, http, type, code, about) print_error(name);
	ERROR_TABLE(PRINT)
#undef PRINT
}

/* The man page's date is that of its version, or pages that are made from one
 * tree would differ by the day. */
static void print_version(void)
{
	FILE *from = fopen(CHANGES, "r");
	autofree char *line = NULL;
	const char *date = "";
	size_t size = 0;

	while (from && !*date && getline(&line, &size, from) >= 0) {
		line[strcspn(line, "\n")] = '\0';
		if (!strncmp(line, HEADING, strlen(HEADING)))
			date = line + strlen(HEADING);
	}
	if (from)
		(void)fclose(from); /* was only read */
	(void)printf(".TH CODEEXEC 1 \"%s\" \"codeexec %s\"\n", date,
		CODEEXEC_VERSION);
}

static const struct {
	const char *line;
	void (*print)(void);
} marks[] = {
	{"@TITLE@\n", print_version},
	{"@COMMANDS@\n", print_commands},
	{"@COMMON@\n", print_common},
	{"@KEYS@\n", print_keys},
	{"@ERRORS@\n", print_errors},
};

static void print_line(const char *line)
{
	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
		if (!strcmp(marks[i].line, line)) {
			marks[i].print();
			return;
		}
	}
	(void)fputs(line, stdout);
}

int docs_man(void)
{
	FILE *from = fopen(TEMPLATE, "r");
	autofree char *line = NULL;
	size_t size = 0;
	int result;

	if (!from) {
		perror(TEMPLATE);
		return 1;
	}
	(void)fputs(".\\\" Made by tools/docs from " TEMPLATE
		    ": do not edit.\n",
		stdout);
	while (getline(&line, &size, from) >= 0)
		print_line(line);
	result = ferror(from) ? 1 : 0;
	(void)fclose(from); /* was only read */
	return result;
}
