/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The command line of every subcommand: its own options from a table, those
 * that all have, a flag for each policy key, and operands.
 */
#ifndef CMD_OPTIONS_H
#define CMD_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/policy.h"

struct command;
struct error;

/*
 * One option. What it gives goes into the subcommand's own struct at OFFSET: a
 * `bool` that becomes true, or with a value a `const char *` (borrowed from
 * argv; given twice, the last counts). A table ends with {0}.
 *
 * Completion goes by the name of the value: FILE and PATH are files, MODEL is
 * an allowed program, a|b|c are these words.
 */
struct option_row {
	const char *name;  /* long, without the dashes; NULL = none */
	char letter;       /* short; 0 = none */
	const char *value; /* what --help calls its value; NULL = it has none */
	const char *help;  /* one line: no capital, no full stop */
	size_t offset;
};

/* What a command line says. Zero-initialise. */
struct options {
	const char *policy;       /* --policy; NULL = not given */
	struct policy_flag *flag; /* owned; for policy_load(), in order */
	size_t flag_count;
	bool quiet;      /* no notes on stderr, only what is wrong */
	bool help;       /* --help: print help_command() and do no more */
	bool short_help; /* -h: the same, in short */
	char **operand;  /* borrowed from argv */
	size_t operand_count;
};

/* The rows that every subcommand has, and those which all have that read the
 * policy. Ended by {0}; offsets are into struct options. */
extern const struct option_row options_common[];
extern const struct option_row options_working[];

/* What options_parse() reads. */
struct command_line {
	const struct command *command;
	int argc;
	char **argv; /* item 0 is the subcommand's name; getopt_long(3) moves
			the operands to the end */
};

/*
 * Read LINE: the command's own options into the struct at OWN, the rest into
 * *OUT, which must be freed in either case. Options are not to be abbreviated.
 * 0, or -1 with *E: ERR_USAGE with the nearest option and where to find help,
 * or ERR_INTERNAL (memory).
 */
int options_parse(const struct command_line *line, void *own,
	struct options *out, struct error *e);

/* Free what OPTIONS owns and make it empty. */
void options_free(struct options *options);

/* For locals. */
#define autooptions __attribute__((cleanup(options_free)))

#endif
