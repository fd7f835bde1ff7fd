/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Completions and man page from the tables of commands, options, keys and
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
	enum docs_kind kind;
};

/* Do something for one option; SCOPE is as given to docs_each_*(). */
typedef void docs_visit(const struct docs_option *option, const char *scope);

/* VISIT each option that COMMAND alone has, with its name as scope; and each
 * that all commands have, with SCOPE. */
void docs_each_own(const struct command *command, docs_visit *visit);
void docs_each_common(const char *scope, docs_visit *visit);

/* Are the operands of COMMAND names of commands (else they are files)? */
bool docs_wants_commands(const struct command *command);

/* Print the names of all commands, with blanks between. */
void docs_command_names(void);

/* Print TEXT with a backslash before each character of ESCAPED, and a single
 * quote as a shell wants it within single quotes. */
void docs_quote(const char *text, const char *escaped);

/* Print WORDS, whose separator is '|', with blanks between. */
void docs_words(const char *words);

/* Each prints one file to stdout; 0, or 1 when it cannot. docs_man() fills in
 * man/codeexec.1.in. */
int docs_bash(void);
int docs_zsh(void);
int docs_fish(void);
int docs_man(void);

#endif
