/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* codeexec run: requests from files, stdin or the command line, answered one
 * after the other. */

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/help.h"
#include "cmd/help_json.h"
#include "cmd/options.h"
#include "cmd/run_input.h"
#include "cmd/signals.h"
#include "cmd/times.h"
#include "core/answer.h"
#include "core/error.h"
#include "core/policy.h"
#include "core/registry.h"
#include "core/warm.h"

#define FILE_PIECE_BYTES 65536

static const struct option_row rows[] = {
	{"model", 'm', "MODEL", "with -c or -f: the program that runs the code",
		offsetof(struct run_options, model)},
	{"code", 'c', "CODE", "run CODE instead of a request",
		offsetof(struct run_options, code)},
	{"file", 'f', "FILE",
		"run the script FILE instead of a request; without -m its "
		"ending says the program",
		offsetof(struct run_options, file)},
	{"stdin", 0, "FILE", "what the first block reads; - is our own stdin",
		offsetof(struct run_options, stdin_file)},
	{"raw", 'r', NULL,
		"print the program's stdout and stderr as they come, no JSON",
		offsetof(struct run_options, raw)},
	{"json", 0, NULL, "print JSON, as it does without --raw",
		offsetof(struct run_options, json)},
	{"exit-code", 'e', NULL, "exit as the program did",
		offsetof(struct run_options, exit_code)},
	{"stream", 's', NULL, "print chunks as server-sent events",
		offsetof(struct run_options, stream)},
	{"dry-run", 'n', NULL, "print the plan as JSON and run nothing",
		offsetof(struct run_options, dry_run)},
	{"verbose", 'v', NULL,
		"print how long each part of the run took, in microseconds",
		offsetof(struct run_options, verbose)},
	{0},
};

static int write_stdout(void *to, const char *data, size_t len)
{
	struct pollfd ready = {STDOUT_FILENO, POLLOUT, 0};

	(void)to;
	while (len) {
		ssize_t wrote = write(STDOUT_FILENO, data, len);

		/* A terminal may have been told by others not to wait. */
		if (wrote < 0 && (errno != EAGAIN || poll(&ready, 1, -1) < 0))
			return -1;
		if (wrote > 0) {
			data += wrote;
			len -= (size_t)wrote;
		}
	}
	return 0;
}

static int write_stderr(void *to, const char *data, size_t len)
{
	(void)to;
	return fwrite(data, 1, len, stderr) == len ? 0 : -1;
}

/* How much of the output goes at once. A pipe that can be written takes
 * PIPE_BUF bytes: a piece, six times as long in JSON, and its envelope. A file
 * takes all. */
static size_t piece_bytes(enum answer_form form)
{
	struct stat st;

	if (form != ANSWER_RAW)
		return PIPE_BUF / 8;
	return !fstat(STDOUT_FILENO, &st) && S_ISREG(st.st_mode)
		       ? FILE_PIECE_BYTES
		       : PIPE_BUF;
}

/* Standard output, and with --raw standard error. */
static struct outlet standard_outlet(enum answer_form form)
{
	return (struct outlet){
		.form = form,
		.pretty = isatty(STDOUT_FILENO) == 1,
		.piece_bytes = piece_bytes(form),
		.fd = STDOUT_FILENO,
		.write = write_stdout,
		.errors_fd = STDERR_FILENO,
		.write_errors = write_stderr,
	};
}

static enum answer_form form(const struct run_options *own)
{
	if (own->dry_run)
		return ANSWER_PLAN;
	if (own->raw)
		return ANSWER_RAW;
	return own->stream ? ANSWER_STREAM : ANSWER_AS_ASKED;
}

/* With --raw: what no output shows, that a signal or a limit has ended the
 * program, and what moves that. */
static void tell_end(const struct result *result)
{
	static const char *const limits[] = {
		[RUN_TIMED_OUT] = "limits.timeout (--timeout)",
		[RUN_CPU_LIMIT] = "limits.cpu_time (--cpu-time)",
		[RUN_MEMORY_LIMIT] = "limits.memory (--memory)",
		[RUN_OUTPUT_LIMIT] = "limits.stdout (--stdout-size)",
	};

	for (size_t i = 0; i < result->count; i++) {
		const struct run_result *run = &result->run[i];

		if (run->status > RUN_SIGNALED)
			(void)fprintf(stderr, "codeexec: ended by %s\n",
				limits[run->status]);
		else if (run->signal)
			(void)fprintf(stderr,
				"codeexec: ended by signal %d, %s\n",
				run->signal, strsignal(run->signal));
	}
}

/* With -e: as the first of the runs that failed. */
static int program_exit(const struct result *result)
{
	for (size_t i = 0; i < result->count; i++)
		if (result->run[i].exit_code)
			return result->run[i].exit_code;
	return 0;
}

/* One request, from INPUT. The exit code. */
static int run_one(const struct service *service, const struct run_options *own,
	const struct run_input *input)
{
	const struct outlet outlet = standard_outlet(form(own));
	struct answer out = {.stdin_text = input->stdin_text};
	struct error e = {0};
	int code = 0;
	int status = run_input_plan(input, service, &outlet, &out, &e);

	out.request.timing |= own->verbose;
	if (!status)
		status = answer_finish(&out, &signals_ended_by, &e);
	if (own->raw && !own->quiet && !status)
		tell_end(&out.result);
	if (own->verbose && !own->dry_run)
		times_print(&out.result);
	if (status) {
		if (!own->raw && !out.write_errno)
			(void)answer_error(&outlet, &out, &e); /* told below */
		code = cmd_fail(&e);
	} else if (own->exit_code) {
		code = program_exit(&out.result);
	}
	answer_free(&out);
	return code;
}

/* Tell of E before there is a request. The exit code. */
static int refuse(const struct run_options *own, const struct error *e)
{
	const struct outlet outlet = standard_outlet(ANSWER_AS_ASKED);

	if (!own->raw)
		(void)answer_error(&outlet, NULL, e); /* told below as well */
	return cmd_fail(e);
}

/* Every operand, or what the options put together, or stdin. */
static int run_all(const struct options *options, const struct run_options *own,
	const struct service *service)
{
	size_t count = options->operand_count ? options->operand_count : 1;
	struct buf stdin_text = {0};
	struct error e = {0};
	int code = 0;

	if (own->stdin_file &&
		run_input_read(own, own->stdin_file, 0, &stdin_text, &e))
		return refuse(own, &e);
	for (size_t i = 0; i < count && !signals_ended_by; i++) {
		struct run_input input = {.own = own,
			.file = options->operand_count ? options->operand[i]
						       : "-",
			.stdin_text = own->stdin_file ? &stdin_text : NULL};
		int one = run_one(service, own, &input);

		code = code ? code : one;
	}
	buf_free(&stdin_text);
	return code;
}

static int run(const struct options *options, const struct run_options *own)
{
	struct policy policy = {0};
	struct registry registry = {0};
	struct service service = {&policy, &registry, 1, NULL};
	struct error e = {0};
	int code;

	if (run_input_check(own, options, &e))
		return refuse(own, &e);
	if (cmd_load(options, &policy, &registry, &e)) {
		code = refuse(own, &e);
	} else {
		signals_catch();
		service.warm = warm_new(
			&policy, false, (struct warm_listener){cmd_say, NULL});
		code = run_all(options, own, &service);
		warm_free(service.warm);
	}
	registry_free(&registry);
	policy_free(&policy);
	return code;
}

static int cmd_run(int argc, char **argv)
{
	const struct command_line line = {&command_run, argc, argv};
	autooptions struct options options = {0};
	struct run_options own = {0};
	struct error e = {0};
	int code;

	if (options_parse(&line, &own, &options, &e))
		return refuse(&own, &e);
	if (options.help || options.short_help)
		return own.json ? help_json(&command_run)
				: help_command(&command_run, &options);
	own.quiet = options.quiet;
	code = run(&options, &own);
	signals_die();
	return code;
}

const struct command command_run = {
	.name = "run",
	.summary = "answer chat-completion requests by running their code",
	.operands = "[FILE]...",
	.about = "Each FILE, or stdin, is one OpenAI chat-completion request. "
		 "The fenced code blocks of its last user message are run in a "
		 "sandbox, each reading what the one before wrote, and a chat "
		 "completion with the last one's stdout is printed. With -c or "
		 "-f the code is given directly.",
	.options = rows,
	.run = cmd_run,
};
