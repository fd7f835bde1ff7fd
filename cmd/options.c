/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * getopt_long(3) fed from the tables. Its own messages and its guessing of
 * abbreviated names are off: a flag that widens a policy must be spelled out.
 */

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/options.h"
#include "core/error.h"
#include "core/keys.h"
#include "core/suggest.h"

#define ROWS_MAX 32
#define NAMES_MAX (ROWS_MAX + POLICY_KEYS_MAX)

/* What getopt_long() returns for a long option; below are letters. */
enum {
	VALUE_ROW = 0x100,                /* + place in `row` */
	VALUE_KEY = VALUE_ROW + ROWS_MAX, /* + row of keys[] */
};

/* An option of either table, and the struct it goes into. */
struct place {
	const struct option_row *row;
	void *base;
};

/* One reading of a command line. */
struct table {
	const struct command *command;
	char **argv;
	struct options *out;
	struct place row[ROWS_MAX];
	size_t row_count;
	struct option name[NAMES_MAX + 1];
	size_t name_count;
	char letters[2 * ROWS_MAX + 2];
	size_t letters_len;
};

const struct option_row options_working[] = {
	{"policy", 0, "FILE",
		"policy file (else $CODEEXEC_POLICY, else " POLICY_FILE ")",
		offsetof(struct options, policy)},
	{"quiet", 'q', NULL,
		"print no notes on stderr, only warnings and errors",
		offsetof(struct options, quiet)},
	{0},
};

const struct option_row options_common[] = {
	{NULL, 'h', NULL, "print the usage and these options",
		offsetof(struct options, short_help)},
	{"help", 0, NULL, "print all options, with those of the policy",
		offsetof(struct options, help)},
	{0},
};

static void add_name(
	struct table *table, const char *name, bool has_value, int value)
{
	table->name[table->name_count++] = (struct option){
		.name = name,
		.has_arg = has_value ? required_argument : no_argument,
		.val = value,
	};
}

static void add_letter(struct table *table, char letter, bool has_value)
{
	table->letters[table->letters_len++] = letter;
	if (has_value)
		table->letters[table->letters_len++] = ':';
}

/* Put ROWS, which go into the struct at BASE, into TABLE. */
static void add_rows(
	struct table *table, const struct option_row *rows, void *base)
{
	for (const struct option_row *row = rows; row->name || row->letter;
		row++) {
		size_t i = table->row_count;

		if (i == ROWS_MAX)
			return; /* a longer table fails its first test */
		table->row[table->row_count++] = (struct place){row, base};
		if (row->name)
			add_name(table, row->name, row->value != NULL,
				VALUE_ROW + (int)i);
		if (row->letter)
			add_letter(table, row->letter, row->value != NULL);
	}
}

static void make_table(struct table *table, void *own)
{
	/* A missing value is to be told from an unknown option. */
	add_letter(table, ':', false);
	add_rows(table, table->command->options, own);
	add_rows(table, options_common, table->out);
	if (table->command->plain)
		return;
	add_rows(table, options_working, table->out);
	for (size_t i = 0; i < keys_count; i++)
		add_name(table, keys[i].flag, true, VALUE_KEY + (int)i);
}

/* Tell on which option's account the command line is refused. */
static int refuse(const struct table *table, const char *what,
	const char *option, struct error *e)
{
	return fail(e, ERR_USAGE, "%s '%s'; try 'codeexec %s --help'", what,
		option, table->command->name);
}

/* The command that has the long option NAME of its own; NULL = none. */
static const struct command *owner(const char *name)
{
	for (size_t i = 0; i < commands_count; i++)
		for (const struct option_row *row = commands[i]->options;
			row->name || row->letter; row++)
			if (row->name && !strcmp(row->name, name))
				return commands[i];
	return NULL;
}

static int unknown(const struct table *table, const char *word, struct error *e)
{
	const char *known[NAMES_MAX];
	const struct command *other;
	const char *near;
	char name[64];

	for (size_t i = 0; i < table->name_count; i++)
		known[i] = table->name[i].name;
	(void)snprintf(name, sizeof(name), "%s", word + strspn(word, "-"));
	name[strcspn(name, "=")] = '\0';
	other = owner(name);
	if (other)
		return fail(e, ERR_USAGE,
			"'--%s' is an option of 'codeexec %s', not of "
			"'codeexec %s'; try 'codeexec %s --help'",
			name, other->name, table->command->name,
			table->command->name);
	near = suggest(name, known, table->name_count);
	if (!near)
		return refuse(table, "unknown option", word, e);
	return fail(e, ERR_USAGE,
		"unknown option '%s'; did you mean '--%s'? "
		"(try 'codeexec %s --help')",
		word, near, table->command->name);
}

/* The option as it was written, its value not split off. */
static const char *written(const struct table *table)
{
	const char *word = table->argv[optind - 1];

	return word == optarg ? table->argv[optind - 2] : word;
}

/* getopt_long() found GOT, ':' or '?', wrong. */
static int wrong(const struct table *table, int got, struct error *e)
{
	const char letter[] = {'-', (char)optopt, '\0'};
	bool is_letter = optopt > 0 && optopt < VALUE_ROW;
	const char *option = is_letter ? letter : written(table);

	if (got == ':')
		return refuse(table, "no value for option", option, e);
	if (is_letter)
		return refuse(table, "unknown option", option, e);
	if (optopt)
		return refuse(table, "no value is wanted in", option, e);
	return unknown(table, option, e);
}

static bool in_full(const struct table *table, const char *name)
{
	/* add_name() has given each its name.
	 * NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker) */
	return strcspn(written(table), "=") == strlen("--") + strlen(name);
}

static int add_flag(struct options *out, size_t key, struct error *e)
{
	size_t size = (out->flag_count + 1) * sizeof(*out->flag);
	struct policy_flag *flag = realloc(out->flag, size);

	if (!flag)
		return fail_memory(e);
	out->flag = flag;
	flag[out->flag_count++] =
		(struct policy_flag){.key = key, .value = optarg};
	return 0;
}

static void put(const struct place *place)
{
	/* add_rows() has given each its row.
	 * NOLINTNEXTLINE(clang-analyzer-core.NullDereference) */
	char *field = (char *)place->base + place->row->offset;

	if (place->row->value)
		*(const char **)(void *)field = optarg;
	else
		*(bool *)field = true;
}

/* Put what the option GOT gives where it belongs. */
static int take(const struct table *table, int got, struct error *e)
{
	if (got >= VALUE_KEY)
		return add_flag(table->out, (size_t)(got - VALUE_KEY), e);
	if (got >= VALUE_ROW) {
		put(&table->row[got - VALUE_ROW]);
		return 0;
	}
	for (size_t i = 0; i < table->row_count; i++)
		if (table->row[i].row->letter == got)
			put(&table->row[i]);
	return 0;
}

static int read_options(const struct table *table, int argc, struct error *e)
{
	for (;;) {
		int index = -1;
		int got = getopt_long(
			argc, table->argv, table->letters, table->name, &index);

		if (got == -1)
			return 0;
		if (got == ':' || got == '?')
			return wrong(table, got, e);
		if (index >= 0 && !in_full(table, table->name[index].name))
			return unknown(table, written(table), e);
		if (take(table, got, e))
			return -1;
	}
}

int options_parse(const struct command_line *line, void *own,
	struct options *out, struct error *e)
{
	struct table table = {
		.command = line->command, .argv = line->argv, .out = out};

	make_table(&table, own);
	opterr = 0;
	optind = 0; /* glibc: start anew */
	if (read_options(&table, line->argc, e))
		return -1;
	out->operand = line->argv + optind;
	out->operand_count = (size_t)(line->argc - optind);
	if (out->operand_count && !line->command->operands && !out->help &&
		!out->short_help)
		return refuse(&table, "unwanted argument", out->operand[0], e);
	return 0;
}

void options_free(struct options *options)
{
	free(options->flag);
	*options = (struct options){0};
}
