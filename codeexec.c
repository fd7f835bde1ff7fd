/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * codeexec runs the code in an OpenAI chat request in a sandbox and answers
 * with its stdout as a chat completion.
 *
 * The files, in the order in which to read them:
 *
 *   core/error.h      every way to fail, with its exit code and HTTP status
 *   core/buf.h        bytes, strings, and locals that clean up after themselves
 *   core/request.h    the JSON of a request, read strictly
 *   core/fences.h     the fenced code blocks of its message
 *   core/registry.h   which programs there are (interpreters.json)
 *   core/limits.h     limits, and how durations and sizes are written
 *   core/keys.c       every key of the policy, once
 *   core/policy.c     the policy in force: defaults, file, environment, flags
 *   core/plan.h       request + registry + policy: what would run, or a refusal
 *   sandbox/sandbox.h how one process is confined
 *   sandbox/order.c   the layers of that, in their order
 *   sandbox/warm.c    boxes forked from a program that has booted
 *   warm/server.c     the library that forks them, within it
 *   sandbox/stock.c   boxes whose program waits for its script
 *   core/execute.h    a plan carried out
 *   core/run.h        one run of it: pipes, boxes, deadlines
 *   core/result.h     what came of it
 *   core/render.h     a result as OpenAI JSON
 *   core/answer.h     the whole way, from bytes to bytes, in steps
 *   core/batch.h      many requests, some at once
 *   http/message.h    where a request on a connection begins and ends
 *   http/server.h     requests over HTTP
 *   cmd/cmd.h         the subcommands
 *   cmd/options.h     their command lines
 *   this file         main()
 */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/help.h"
#include "cmd/help_json.h"
#include "cmd/version.h"
#include "core/error.h"
#include "core/execute.h"
#include "core/suggest.h"

/* Help, whatever else the words are. */
static int print_help(int argc, char **argv)
{
	if (cmd_json_asked(argc, argv))
		return help_json(NULL);
	help_main(stdout, argv[1][1] == '-');
	return 0;
}

static const struct {
	const char *word;
	int (*run)(int argc, char **argv);
} global_options[] = {
	{"-h", print_help},
	{"--help", print_help},
	{"--version", version_print},
};

#define GLOBAL_OPTIONS (sizeof(global_options) / sizeof(global_options[0]))

/* No command is called WORD, as *E says; say more where that helps. */
static void refuse_word(const char *word, struct error *e)
{
	static const char *const known[] = {"--help", "--version"};
	const char *bare = word + strspn(word, "-");
	char dashed[64];
	const char *near;

	(void)snprintf(dashed, sizeof(dashed), "--%s", bare);
	near = !strcmp(word, "-V") || !strcmp(word, "-v")
		       ? "--version"
		       : suggest(dashed, known,
				 sizeof(known) / sizeof(known[0]));
	if (near)
		(void)fail(e, ERR_USAGE, "unknown %s '%s'; did you mean '%s'?",
			bare == word ? "command" : "option", word, near);
	else if (bare != word)
		(void)fail(e, ERR_USAGE,
			"'%s' stands where a command is wanted: its options "
			"come after its name; try 'codeexec --help'",
			word);
}

static int dispatch(int argc, char **argv)
{
	const struct command *command;
	struct error e = {0};

	if (argc < 2) {
		help_main(stderr, false);
		return error_exit(ERR_USAGE);
	}
	for (size_t i = 0; i < GLOBAL_OPTIONS; i++)
		if (!strcmp(global_options[i].word, argv[1]))
			return global_options[i].run(argc, argv);
	command = cmd_find(argv[1], &e);
	if (command)
		return command->run(argc - 1, argv + 1);
	refuse_word(argv[1], &e);
	return cmd_refuse(cmd_json_asked(argc, argv), &e);
}

/* Who runs it decides what is allowed, by flags and environment: with rights
 * that are not his own, that would be everything. */
static int refuse_borrowed_rights(struct error *e)
{
	if (!getauxval(AT_SECURE))
		return 0;
	return fail(e, ERR_CONFIG,
		"codeexec must not be set-user-ID, set-group-ID or have file "
		"capabilities: chmod u-s,g-s it, and setcap -r");
}

/*
 * What every command may rely on: fds 0, 1 and 2 are open, or a pipe of ours
 * would take their place; writing to nobody, or more than may be written to a
 * file, is an error and not our end; a child that ends waits to be asked.
 */
static int settle(struct error *e)
{
	/* Into a closed stdout nothing can be written: that must show. */
	static const int modes[] = {O_RDONLY, O_RDONLY, O_WRONLY};

	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
		int opened = fcntl(fd, F_GETFD) < 0
				     ? open("/dev/null",
					       modes[fd]) /* the lowest: FD */
				     : fd;

		if (opened != fd)
			return fail(e, ERR_IO, "cannot open '/dev/null': %s",
				strerror(errno));
	}
	(void)signal(SIGPIPE, SIG_IGN);
	(void)signal(SIGXFSZ, SIG_IGN);
	(void)signal(SIGCHLD, SIG_DFL);
	return 0;
}

int main(int argc, char **argv)
{
	struct error e = {0};
	int code;

	if (settle(&e) || refuse_borrowed_rights(&e))
		return cmd_refuse(cmd_json_asked(argc, argv), &e);
	code = dispatch(argc, argv);

	/* A full disk shows at the last write: then nothing was answered. */
	if ((fflush(stdout) || ferror(stdout)) && !code) {
		(void)fail(&e, ERR_IO, "cannot write to stdout: %s",
			strerror(errno));
		code = cmd_fail(&e);
	}
	(void)execute_tidy(true); /* who waits for an answer has it by now */
	return code;
}
