/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The subcommands: what each of them is, and what they share.
 *
 * To add a subcommand:
 * 1. cmd/NAME.c: a struct that its own options are put in, a table of them
 *    (cmd/options.h), the function, and `const struct command command_NAME`,
 *    the file's only export. cmd/models.c is one to look at;
 * 2. its declaration below and its row in commands[] (cmd/cmd.c);
 * 3. man/codeexec-NAME.1.in, from that of another; then `make docs`: --help,
 *    completions and the page's options follow from the table;
 * 4. tests/NAME.bats.
 */
#ifndef CMD_CMD_H
#define CMD_CMD_H

#include <stdbool.h>
#include <stddef.h>

struct buf;
struct command_line;
struct error;
struct option_row;
struct options;
struct policy;
struct registry;

struct command {
	const char *name;     /* "run" */
	const char *summary;  /* one line: no capital, no full stop */
	const char *operands; /* "[FILE]..."; NULL = it takes none */
	const char *about;    /* for --help and man: some sentences */
	const struct option_row *options; /* its own, ended by {0} */
	bool plain; /* it reads no policy, and has no options of it */

	/* Do it. ARGV[0] is the name. The exit code; a failure has then been
	 * told on stderr. */
	int (*run)(int argc, char **argv);
};

extern const struct command command_run;
extern const struct command command_serve;
extern const struct command command_batch;
extern const struct command command_models;
extern const struct command command_check;
extern const struct command command_policy;
extern const struct command command_help;

/* All of them, in the order of --help. */
extern const struct command *const commands[];
extern const size_t commands_count;

/* The command of that name; NULL, with *E (ERR_USAGE) that names the nearest,
 * when there is none. */
const struct command *cmd_find(const char *name, struct error *e);

/* Print E as one line "codeexec: message" on stderr. Its exit code. */
int cmd_fail(const struct error *e);

/* The same, and where JSON is asked for as the error object of codeexec-api(7)
 * on stdout as well. */
int cmd_refuse(bool json, const struct error *e);

/* For commands whose stdout is for answers: where JSON is asked for, E is the
 * error object on stderr, else cmd_fail(). Its exit code. */
int cmd_refuse_aside(bool json, const struct error *e);

/* Is --json one of the words? They may be wrong otherwise. */
bool cmd_json_asked(int argc, char **argv);

/* Load the registry that POLICY names, and hold the allowlist against it. 0, or
 * -1 with *E (ERR_CONFIG, ERR_USAGE, ERR_INTERNAL). */
int cmd_registry(
	struct policy *policy, struct registry *registry, struct error *e);

/* "codeexec: MESSAGE" on stderr; TO is not used. */
void cmd_say(void *to, const char *message);

/* Say so when FD, which is about to be read, is a terminal. */
void cmd_say_reading(int fd);

/*
 * Load the policy that OPTIONS and environment ask for, and the registry that
 * it names; the allowlist is held against it. Both are to be freed in either
 * case. 0, or -1 with *E (ERR_CONFIG, ERR_USAGE, ERR_INTERNAL).
 */
int cmd_load(const struct options *options, struct policy *policy,
	struct registry *registry, struct error *e);

/*
 * How a command begins: read LINE, its own options into the struct at OWN, the
 * rest into *OPTIONS, which must be freed in either case. True: go on. False:
 * *CODE is the exit code; help was printed, or a failure was told, by
 * cmd_refuse().
 */
bool cmd_begin(const struct command_line *line, void *own,
	struct options *options, int *code);

/* What a command does under POLICY and REGISTRY; OWN is the struct of its
 * options. 0, or -1 with *E. */
typedef int cmd_work(const struct policy *policy,
	const struct registry *registry, const void *own, struct error *e);

/* Do WORK under the policy that OPTIONS and environment ask for. The exit code;
 * a failure was told; one before WORK with JSON on stdout as well. */
int cmd_under_policy(const struct options *options, bool json, cmd_work *work,
	const void *own);

/* Print TEXT, to which what rendered it has come with RESULT; JSON has no line
 * end of its own. 0, or -1 with *E (ERR_INTERNAL: memory was out). */
int cmd_print(const struct buf *text, bool json, int result, struct error *e);

#endif
