/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Completions and man pages from the tables of commands, options, keys and
 * errors. A build tool: `make docs` runs it, its outputs are committed.
 */
#ifndef TOOLS_DOCS_H
#define TOOLS_DOCS_H

#include <stdbool.h>
#include <stddef.h>

struct command;

/* What completes a value. */
enum docs_kind {
	DOCS_NO_VALUE, /* the option has none */
	DOCS_ANYTHING, /* nothing to offer */
	DOCS_FILE,
	DOCS_MODEL,    /* one program that is allowed */
	DOCS_PROGRAMS, /* any programs, with commas */
	DOCS_WORDS,    /* the words of `value`, with '|' between */
};

/* An option, of a command or of the policy, as the shells see it. */
struct docs_option {
	const char *name;  /* without the dashes; NULL = none */
	char letter;       /* 0 = none */
	const char *value; /* NULL = none */
	const char *help;
	const char *key; /* of the policy, that it sets; NULL = none */
	enum docs_kind kind;
};

/* Do something for one option; SCOPE is as given to docs_each_*(). */
typedef void docs_visit(const struct docs_option *option, const char *scope);

/* VISIT each option that COMMAND alone has, with its name as scope; those that
 * every command has, and those of commands that read the policy, with SCOPE. */
void docs_each_own(const struct command *command, docs_visit *visit);
void docs_each_common(const char *scope, docs_visit *visit);
void docs_each_working(const char *scope, docs_visit *visit);

/* VISIT the options of the policy that only the command of that name shows;
 * with NULL those which all show that read it. */
void docs_each_policy(
	const char *command, const char *scope, docs_visit *visit);

/* VISIT all options of COMMAND, with its name as scope. */
void docs_each(const struct command *command, docs_visit *visit);

/* What completes an operand of COMMAND. */
enum docs_operand {
	DOCS_NO_OPERAND,
	DOCS_FILES,
	DOCS_COMMANDS,
	DOCS_KEYS, /* of the policy, and their sections */
};
enum docs_operand docs_operand(const struct command *command);

/* Print with blanks between: the names of all commands, of those that read the
 * policy, of all keys and their sections. */
void docs_command_names(void);
void docs_working_names(void);
void docs_key_names(void);

/* Print TEXT with a backslash before each character of ESCAPED, and a single
 * quote as a shell wants it within single quotes. */
void docs_quote(const char *text, const char *escaped);

/* Print WORDS, whose separator is '|', with blanks between. */
void docs_words(const char *words);

/* Each prints one file to stdout; 0, or 1 when it cannot. docs_man() fills in
 * man/PAGE.in. */
int docs_bash(void);
int docs_zsh(void);
int docs_fish(void);
int docs_man(const char *page);

#endif
