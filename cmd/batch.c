/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* codeexec batch: OpenAI Batch JSONL in, JSONL out. */

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/help.h"
#include "cmd/help_json.h"
#include "cmd/options.h"
#include "cmd/progress.h"
#include "cmd/signals.h"
#include "cmd/summary.h"
#include "cmd/terminal.h"
#include "core/answer.h"
#include "core/batch.h"
#include "core/batch_done.h"
#include "core/error.h"
#include "core/open_files.h"
#include "core/policy.h"
#include "core/registry.h"
#include "core/warm.h"

#define JOBS_MAX 1024

/* Not every line was looked at. */
#define EXIT_STOPPED 1

struct batch_own {
	const char *jobs;
	const char *resume;
	bool ordered;
	bool fail_fast;
	bool expect;
	bool json;
};

static const struct option_row rows[] = {
	{"jobs", 'j', "N", "requests at once (default: processors)",
		offsetof(struct batch_own, jobs)},
	{"ordered", 0, NULL, "write records in the order of the input",
		offsetof(struct batch_own, ordered)},
	{"resume", 0, "FILE",
		"append the output to FILE, and skip the requests that it has "
		"answers for already",
		offsetof(struct batch_own, resume)},
	{"fail-fast", 0, NULL, "stop at the first that does not pass",
		offsetof(struct batch_own, fail_fast)},
	{"expect", 0, NULL,
		"hold stdout against codeexec.expected_stdout; records get a "
		"verdict",
		offsetof(struct batch_own, expect)},
	{"json", 0, NULL,
		"print the summary, or what is wrong, as a JSON object",
		offsetof(struct batch_own, json)},
	{0},
};

/* What is open while a batch runs. Zero-initialise with fds -1. */
struct session {
	struct policy policy;
	struct registry registry;
	struct batch_done done;
	int in_fd;
	int out_fd;
	bool quiet;
};

static size_t processors(void)
{
	cpu_set_t set;

	return sched_getaffinity(0, sizeof(set), &set)
		       ? 1
		       : (size_t)CPU_COUNT(&set);
}

static int find_jobs(const char *text, size_t *jobs, struct error *e)
{
	char *end;
	unsigned long count;

	*jobs = processors();
	if (!text)
		return 0;
	count = strtoul(text, &end, 10);
	if (*text < '0' || *text > '9' || *end || count < 1 || count > JOBS_MAX)
		return fail(e, ERR_USAGE,
			"--jobs: '%s' is not a number from 1 to %d", text,
			JOBS_MAX);
	*jobs = count;
	return 0;
}

static int open_input(const char *file, int *fd, struct error *e)
{
	struct stat st;

	if (!file || !strcmp(file, "-")) {
		*fd = STDIN_FILENO;
		return 0;
	}
	*fd = open(file, O_RDONLY | O_CLOEXEC);
	if (*fd < 0)
		return fail(e, ERR_NO_INPUT, "cannot open '%s': %s", file,
			strerror(errno));
	if (!fstat(*fd, &st) && S_ISDIR(st.st_mode))
		return fail(e, ERR_NO_INPUT, "'%s' is a directory", file);
	return 0;
}

/* Two that write into one file would overwrite each other's records. Where the
 * file system has no locks, nothing is known. */
static bool is_written_by_another(int fd)
{
	struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};

	return fcntl(fd, F_SETLK, &all) && (errno == EAGAIN || errno == EACCES);
}

/* Open the output, and read what it has already. */
static int open_output(
	const char *resume, struct session *session, struct error *e)
{
	struct stat st;

	session->out_fd = STDOUT_FILENO;
	if (!resume)
		return 0;
	/* A fifo must not make us wait before it is refused. */
	session->out_fd =
		open(resume, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
	if (session->out_fd < 0 || fstat(session->out_fd, &st))
		return fail(e, ERR_IO, "cannot open '%s': %s", resume,
			strerror(errno));
	if (!S_ISREG(st.st_mode))
		return fail(e, ERR_IO,
			"cannot resume '%s', which is no regular file: leave "
			"--resume out, and redirect stdout",
			resume);
	if (is_written_by_another(session->out_fd))
		return fail(e, ERR_IO,
			"cannot resume '%s': another process writes into it",
			resume);
	return batch_done_read(session->out_fd, resume, &session->done, e);
}

/* Records that are read as lines get records, which are lines. */
static int refuse_loop(const struct session *session, struct error *e)
{
	struct stat in;
	struct stat out;

	if (fstat(session->in_fd, &in) || fstat(session->out_fd, &out) ||
		!S_ISREG(in.st_mode) || in.st_dev != out.st_dev ||
		in.st_ino != out.st_ino)
		return 0;
	return fail(e, ERR_USAGE,
		"the output would go to the file that is read: give it one of "
		"its own");
}

/* Run it, and tell of it. The exit code. */
static int carry_out(const struct batch_own *own, size_t jobs,
	struct session *session, struct error *e)
{
	struct warm *warm = warm_new(
		&session->policy, true, (struct warm_listener){cmd_say, NULL});
	const struct service service = {
		&session->policy, &session->registry, jobs, warm};
	bool terminal = !session->quiet && terminal_moves(STDERR_FILENO) &&
			(own->resume || isatty(STDOUT_FILENO) != 1);
	struct progress progress;
	struct batch_summary summary = {0};
	const struct batch_options options = {
		.service = &service,
		.in_fd = session->in_fd,
		.out_fd = session->out_fd,
		.jobs = jobs,
		.ordered = own->ordered,
		.fail_fast = own->fail_fast,
		.expect = own->expect,
		.done = own->resume ? &session->done : NULL,
		.cancel = &signals_ended_by,
		.progress = terminal ? progress_show : NULL,
		.to = &progress,
	};
	int status;

	open_files_raise();
	progress_start(&progress, session->in_fd);
	signals_catch();
	status = batch_run(&options, &summary, e);
	progress_end(&progress);
	warm_free(warm);
	if (!session->quiet)
		summary_print(
			&(struct summary){&summary, progress_ms(&progress),
				signals_ended_by != 0},
			own->json);
	if (status)
		return cmd_refuse_aside(own->json, e);
	if (summary.first_exit)
		return summary.first_exit;
	return summary.stopped ? EXIT_STOPPED : 0;
}

static int batch(const struct options *options, const struct batch_own *own,
	struct session *session)
{
	const char *file = options->operand_count ? options->operand[0] : NULL;
	struct error e = {0};
	size_t jobs;

	if (options->operand_count > 1) {
		(void)fail(&e, ERR_USAGE,
			"one FILE at a time: 'cat FILE... | codeexec batch'");
		return cmd_refuse_aside(own->json, &e);
	}
	if (find_jobs(own->jobs, &jobs, &e) ||
		cmd_load(options, &session->policy, &session->registry, &e) ||
		open_input(file, &session->in_fd, &e) ||
		open_output(own->resume, session, &e) ||
		refuse_loop(session, &e))
		return cmd_refuse_aside(own->json, &e);
	session->quiet = options->quiet;
	if (!session->quiet)
		cmd_say_reading(session->in_fd);
	return carry_out(own, jobs, session, &e);
}

static void session_close(struct session *session)
{
	if (session->in_fd > STDERR_FILENO)
		(void)close(session->in_fd); /* only read */
	if (session->out_fd > STDERR_FILENO)
		(void)close(session->out_fd); /* written: checked there */
	batch_done_free(&session->done);
	registry_free(&session->registry);
	policy_free(&session->policy);
}

static int cmd_batch(int argc, char **argv)
{
	const struct command_line line = {&command_batch, argc, argv};
	autooptions struct options options = {0};
	struct batch_own own = {0};
	struct session session = {.in_fd = -1, .out_fd = -1};
	struct error e = {0};
	int code;

	if (options_parse(&line, &own, &options, &e))
		return cmd_refuse_aside(cmd_json_asked(argc, argv), &e);
	if (options.help || options.short_help)
		return own.json ? help_json(&command_batch)
				: help_command(&command_batch, &options);
	code = batch(&options, &own, &session);
	session_close(&session);
	signals_die();
	return code;
}

const struct command command_batch = {
	.name = "batch",
	.summary = "answer a file of requests, several at once",
	.operands = "[FILE]",
	.about = "FILE, or stdin, is OpenAI's Batch input: a JSON object a "
		 "line with custom_id, method, url and body; a chat request by "
		 "itself will do. Records of OpenAI's Batch output are "
		 "printed as each ends. A line that is wrong is told of in a "
		 "record and the rest goes on. Exits with 0 only if every "
		 "request got a completion.",
	.options = rows,
	.run = cmd_batch,
};
