/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * man/PAGE from man/PAGE.in. A line '@NAME@' of the template gives way to what
 * the tables say. What is between '@EX KIND@' and '@EE@' is shown as it stands,
 * and tried by tests/man.bats; lines 'NAME | TYPE | TEXT' between '@FIELDS
 * WHERE@' and '@END@' are members of an answer, which it holds against real
 * ones.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "core/buf.h"
#include "core/keys.h"
#include "tools/docs.h"
#include "tools/docs_man.h"
#include "tools/docs_roff.h"

/* The docs are made at the top of the tree. */
#define CHANGES "CHANGELOG.md"
/* The heading of this version there; behind it the date of its release. */
#define HEADING "## " CODEEXEC_VERSION ", "
/* What must be there for the next example, for the tests alone. */
#define SETUP ".\\\" setup: "

/* The date is that of the version, or pages that are made from one tree would
 * differ by the day. */
static void print_title(const struct docs_page *page)
{
	FILE *from = fopen(CHANGES, "r");
	autofree char *line = NULL;
	const char *section = strrchr(page->name, '.');
	const char *date = "";
	size_t size = 0;

	while (from && !*date && getline(&line, &size, from) >= 0) {
		line[strcspn(line, "\n")] = '\0';
		if (!strncmp(line, HEADING, strlen(HEADING)))
			date = line + strlen(HEADING);
	}
	if (from)
		(void)fclose(from); /* was only read */
	(void)fputs(".TH ", stdout);
	for (const char *c = page->name; c != section; c++)
		(void)putchar(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c);
	(void)printf(" %s \"%s\" \"codeexec %s\"\n", section + 1, date,
		CODEEXEC_VERSION);
}

static void print_commands(const struct docs_page *page)
{
	(void)page; /* all of them */
	for (size_t i = 0; i < commands_count; i++) {
		(void)fputs(".TP\n.BR codeexec\\-", stdout);
		roff_text(commands[i]->name);
		(void)puts(" (1)");
		roff_sentences(commands[i]->summary, ".");
	}
}

static void print_name(const struct docs_page *page)
{
	(void)fputs("codeexec\\-", stdout);
	roff_text(page->command->name);
	(void)fputs(" \\- ", stdout);
	roff_text(page->command->summary);
	(void)putchar('\n');
}

static void print_synopsis(const struct docs_page *page)
{
	roff_bold("codeexec ", page->command->name);
	(void)fputs(" [\\fIOPTION\\fR]...", stdout);
	roff_value(page->command->operands);
	(void)putchar('\n');
}

static void print_about(const struct docs_page *page)
{
	roff_sentences(page->command->about, "");
}

static void print_options(const struct docs_page *page)
{
	docs_each_own(page->command, roff_option);
	if (!page->command->plain)
		docs_each_working("", roff_option);
	docs_each_common("", roff_option);
}

static void print_policy(const struct docs_page *page)
{
	docs_each_policy(NULL, "", roff_option);
	docs_each_policy(page->command->name, "", roff_option);
}

static void print_key(const struct key *key)
{
	char min[32];
	char max[32];

	(void)fputs(".TP\n", stdout);
	roff_bold("", key->name);
	(void)fputs(", ", stdout);
	roff_bold("--", key->flag);
	roff_value(key->value);
	(void)fputs(", ", stdout);
	roff_bold("", key->variable);
	(void)putchar('\n');
	roff_sentences(key->help, ".");
	(void)fputs("Default: ", stdout);
	roff_sentences(key->preset, ".");
	if (key->type != KEY_QUANTITY)
		return;
	unit_format(key->unit, key->min, min);
	unit_format(key->unit, key->max, max);
	(void)printf("From %s to %s.\n", min, max);
}

static void print_keys(const struct docs_page *page)
{
	(void)page; /* all of them */
	for (size_t i = 0; i < key_sections_count; i++) {
		(void)printf(".SS %s\n", key_sections[i].title);
		for (size_t k = 0; k < keys_count; k++)
			if (key_in_section(&keys[k], &key_sections[i]))
				print_key(&keys[k]);
	}
}

static const struct {
	const char *line;
	bool command; /* only in the page of a command */
	void (*print)(const struct docs_page *page);
} marks[] = {
	{"@TITLE@\n", false, print_title},
	{"@COMMANDS@\n", false, print_commands},
	{"@NAME@\n", true, print_name},
	{"@SYNOPSIS@\n", true, print_synopsis},
	{"@ABOUT@\n", true, print_about},
	{"@OPTIONS@\n", true, print_options},
	{"@POLICY@\n", true, print_policy},
	{"@KEYS@\n", false, print_keys},
	{"@REQUEST@\n", false, docs_request},
	{"@STREAM_OPTIONS@\n", false, docs_stream_options},
	{"@EXTENSION@\n", false, docs_extension},
	{"@LIMITS@\n", false, docs_limits},
	{"@ERRORS@\n", false, docs_errors},
	{"@REGISTRY@\n", false, docs_registry},
	{"@PROGRAMS@\n", false, docs_programs},
};

static bool begins(const char *line, const char *word)
{
	return !strncmp(line, word, strlen(word));
}

/* A line of an example. */
static void print_example(char *line)
{
	if (strchr(".'", *line))
		(void)fputs("\\&", stdout);
	roff_example(line);
}

/* A member: its name, its type and what it says, with '|' between. */
static void print_field(char *line)
{
	char *rest = line;
	char *name = strsep(&rest, "|");
	char *type = strsep(&rest, "|");

	if (!type || !rest)
		return; /* tests/man.bats finds it missing */
	name[strcspn(name, " ")] = '\0';
	type[strlen(type) - 1] = '\0';
	rest[strcspn(rest, "\n")] = '\0';
	roff_item(name, type + 1);
	roff_sentences(rest + 1, ".");
}

#define EXAMPLE "@EE@\n", ".PP\n.RS 4\n.EX\n", ".EE\n.RE\n", print_example

/* A part of a template whose lines are no roff. */
static const struct block {
	const char *begin;
	const char *end;
	const char *before; /* printed at its ends */
	const char *after;
	void (*print)(char *line);
} blocks[] = {
	{"@EX@", EXAMPLE},
	{"@EX ", EXAMPLE},
	{"@FIELDS ", "@END@\n", "", "", print_field},
};

/* What LINE begins; NULL = nothing. */
static const struct block *find_block(const char *line)
{
	for (size_t i = 0; i < sizeof(blocks) / sizeof(blocks[0]); i++)
		if (begins(line, blocks[i].begin))
			return &blocks[i];
	return NULL;
}

/* 0, or -1 for a mark that there is not. */
static int print_mark(const char *line, const struct docs_page *page)
{
	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
		if (!strcmp(marks[i].line, line) &&
			(page->command || !marks[i].command)) {
			marks[i].print(page);
			return 0;
		}
	}
	(void)fprintf(stderr, "man/%s.in: no mark: %s", page->name, line);
	return -1;
}

/* Print LINE, within *BLOCK when that is not NULL. 0, or -1. */
static int print_line(
	char *line, const struct docs_page *page, const struct block **block)
{
	if (*block && !strcmp(line, (*block)->end)) {
		(void)fputs((*block)->after, stdout);
		*block = NULL;
	} else if (*block) {
		(*block)->print(line);
	} else if ((*block = find_block(line))) {
		(void)fputs((*block)->before, stdout);
	} else if (*line == '@') {
		return print_mark(line, page);
	} else if (!begins(line, SETUP)) {
		(void)fputs(line, stdout);
	}
	return 0;
}

/* The command that the page NAME is about, "codeexec-run.1"; NULL = none. */
static const struct command *page_command(const char *name)
{
	char own[64];

	for (size_t i = 0; i < commands_count; i++) {
		(void)snprintf(
			own, sizeof(own), "codeexec-%s.1", commands[i]->name);
		if (!strcmp(own, name))
			return commands[i];
	}
	return NULL;
}

int docs_man(const char *page)
{
	const struct docs_page of = {page, page_command(page)};
	const struct block *block = NULL;
	autofree char *line = NULL;
	char file[128];
	FILE *from;
	size_t size = 0;
	int result = 0;

	(void)snprintf(file, sizeof(file), "man/%s.in", page);
	from = fopen(file, "r");
	if (!from) {
		perror(file);
		return 1;
	}
	(void)printf(".\\\" Made by tools/docs from %s: do not edit.\n", file);
	while (!result && getline(&line, &size, from) >= 0)
		result = print_line(line, &of, &block);
	if (block)
		(void)fprintf(stderr, "%s: no %s", file, block->end);
	result = result || block || ferror(from) ? 1 : 0;
	(void)fclose(from); /* was only read */
	return result;
}
