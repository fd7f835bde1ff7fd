/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The event loop of a run.
 *
 * One poll waits for everything: stdin that can be written, stdout and stderr
 * that can be read, boxes that have something to say, the deadline. A run ends
 * when its last block ends; blocks before it then have a moment to notice
 * (their exit codes count), and what is in the pipes is read to its end, which
 * comes, since everything inside is dead by then.
 */

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "core/error.h"
#include "core/execute.h"
#include "core/pipeline.h"
#include "core/plan.h"
#include "core/policy.h"
#include "core/registry.h"
#include "core/request.h"
#include "core/result.h"
#include "core/verdict.h"

/* How long blocks before the last may outlive it. */
#define LINGER_MS 100
#define READ_BYTES 16384

/* A run in progress. */
struct run {
	const struct plan *plan;
	const struct execute_sink *sink;
	const volatile sig_atomic_t *cancel;
	struct pipeline pipeline;
	struct result *out;
	struct run_result *result; /* the one of OUT that this run fills */
	size_t stdin_at;           /* how much of stdin was written */
	size_t sink_at;            /* how much of stdout the sink has had */
	bool sink_gone;            /* it wants no more */
	int64_t start_ms;
	int64_t quiet_ms;   /* since when the sink has heard nothing */
	int64_t end_ms;     /* when the last block ended; 0 = it runs */
	enum run_stop stop; /* why we ended it */
};

static int64_t now_ms(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_MONOTONIC, &now); /* always there */
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void stop(struct run *run, enum run_stop why)
{
	if (run->stop == STOP_NONE)
		run->stop = why;
	pipeline_stop(&run->pipeline);
}

static void feed_stdin(struct run *run)
{
	const struct buf *text = &run->plan->request->stdin_text;
	int *fd = &run->pipeline.stdin_fd;
	ssize_t wrote = 0;

	if (run->stdin_at < text->len)
		wrote = write(*fd, text->data + run->stdin_at,
			text->len - run->stdin_at);
	if (wrote > 0)
		run->stdin_at += (size_t)wrote;
	/* EPIPE: the block has had enough, as with any pipe. */
	if (run->stdin_at == text->len ||
		(wrote < 0 && errno != EAGAIN && errno != EINTR))
		close_at(fd);
}

/* Append to BUF what LEN bytes of DATA fit under CAP. How many did. */
static size_t append_capped(
	struct buf *buf, const char *data, size_t len, int64_t cap)
{
	size_t room = buf->len < (size_t)cap ? (size_t)cap - buf->len : 0;
	size_t taken = len < room ? len : room;

	return buf_append(buf, data, taken) ? 0 : taken;
}

static void take_stdout(struct run *run, const char *data, size_t len)
{
	const struct plan_step *last = &run->plan->step[run->plan->count - 1];
	struct run_result *result = run->result;
	size_t taken = append_capped(
		&result->stdout_text, data, len, last->limits.stdout_bytes);

	if (taken < len && !result->stdout_truncated) {
		result->stdout_truncated = true;
		stop(run, STOP_OUTPUT);
	}
}

/* Hand the sink a piece of what it has not had yet. */
static void feed_sink(struct run *run)
{
	const struct buf *text = &run->result->stdout_text;
	size_t len = text->len - run->sink_at;

	if (len > EXECUTE_PIECE)
		len = EXECUTE_PIECE;
	run->quiet_ms = now_ms();
	if (run->sink->piece(run->sink->to, text->data + run->sink_at, len))
		run->sink_gone = true;
	run->sink_at += len;
	if (run->sink_gone)
		stop(run, STOP_CANCELLED);
}

/* Is there something for the sink? */
static bool sink_wants(const struct run *run)
{
	return run->sink && !run->sink_gone &&
	       run->sink_at < run->result->stdout_text.len;
}

static void take_stderr(struct run *run, size_t i, const char *data, size_t len)
{
	struct step_result *step = &run->result->step[i];

	/* More is read and dropped, so that the program is not held up. */
	if (append_capped(&step->stderr_text, data, len,
		    run->plan->step[i].limits.stderr_bytes) < len)
		step->stderr_truncated = true;
}

/* Read once from *FD into BLOCK. How much came; 0 = nothing for now, or the
 * end, at which *FD is closed. */
static size_t read_some(int *fd, char block[READ_BYTES])
{
	ssize_t got = read(*fd, block, READ_BYTES);

	if (got > 0)
		return (size_t)got;
	if (got == 0 || (errno != EAGAIN && errno != EINTR))
		close_at(fd);
	return 0;
}

/*
 * Take what block I has left in its pipes, and close them. Their end may never
 * come: a program can have given its stdout to somebody outside (SCM_RIGHTS,
 * through a folder that the operator has opened), and who writes after it has
 * ended is not to be heard.
 */
static void drain(struct run *run, size_t i)
{
	struct pipeline *pipeline = &run->pipeline;
	char block[READ_BYTES];
	size_t left = PIPELINE_PIPE_BYTES;
	size_t got;

	while (pipeline->stage[i].stderr_fd >= 0 && left > 0 &&
		(got = read_some(&pipeline->stage[i].stderr_fd, block))) {
		take_stderr(run, i, block, got);
		left -= got < left ? got : left;
	}
	close_at(&pipeline->stage[i].stderr_fd);
	if (i + 1 < pipeline->count)
		return;
	left = PIPELINE_PIPE_BYTES;
	while (pipeline->stdout_fd >= 0 && left > 0 &&
		(got = read_some(&pipeline->stdout_fd, block))) {
		take_stdout(run, block, got);
		left -= got < left ? got : left;
	}
	close_at(&pipeline->stdout_fd);
}

static void pump_boxes(struct run *run)
{
	struct pipeline *pipeline = &run->pipeline;

	for (size_t i = 0; i < pipeline->count; i++) {
		struct stage *stage = &pipeline->stage[i];

		if (stage->ended || sb_pump(stage->box))
			continue;
		stage->ended = true;
		drain(run, i);
		sb_usage(stage->box, &stage->usage);
		verdict_step(&run->result->step[i], &stage->usage, run->stop,
			i + 1 == pipeline->count);
		if (i + 1 == pipeline->count)
			run->end_ms = now_ms();
	}
}

static bool all_ended(const struct pipeline *pipeline)
{
	for (size_t i = 0; i < pipeline->count; i++)
		if (!pipeline->stage[i].ended ||
			pipeline->stage[i].stderr_fd >= 0)
			return false;
	return pipeline->stdout_fd < 0;
}

/* Fill POLL_FDS: stdin, stdout, stderr and box of each block, the sink. */
static void list_fds(const struct run *run, struct pollfd *poll_fds)
{
	const struct pipeline *pipeline = &run->pipeline;

	poll_fds[0] = (struct pollfd){pipeline->stdin_fd, POLLOUT, 0};
	poll_fds[1] = (struct pollfd){pipeline->stdout_fd, POLLIN, 0};
	for (size_t i = 0; i < pipeline->count; i++) {
		const struct stage *stage = &pipeline->stage[i];

		poll_fds[2 + 2 * i] =
			(struct pollfd){stage->stderr_fd, POLLIN, 0};
		poll_fds[3 + 2 * i] = (struct pollfd){
			stage->ended ? -1 : sb_fd(stage->box), POLLIN, 0};
	}
	poll_fds[2 + 2 * pipeline->count] = (struct pollfd){
		sink_wants(run) ? run->sink->fd : -1, POLLOUT, 0};
}

static void serve_fds(struct run *run, const struct pollfd *poll_fds)
{
	struct pipeline *pipeline = &run->pipeline;
	char block[READ_BYTES];
	size_t got;

	if (poll_fds[0].revents)
		feed_stdin(run);
	if (poll_fds[1].revents &&
		(got = read_some(&pipeline->stdout_fd, block)))
		take_stdout(run, block, got);
	for (size_t i = 0; i < pipeline->count; i++)
		if (poll_fds[2 + 2 * i].revents &&
			(got = read_some(&pipeline->stage[i].stderr_fd, block)))
			take_stderr(run, i, block, got);
	if (poll_fds[2 + 2 * pipeline->count].revents)
		feed_sink(run);
}

/* Let the sink bridge a silence. */
static void check_silence(struct run *run, int64_t now)
{
	struct pollfd ready = {run->sink ? run->sink->fd : -1, POLLOUT, 0};

	if (!run->sink || !run->sink->idle || run->sink_gone ||
		now - run->quiet_ms < EXECUTE_IDLE_MS)
		return;
	run->quiet_ms = now;
	if (poll(&ready, 1, 0) == 1 && run->sink->idle(run->sink->to))
		stop(run, STOP_CANCELLED);
}

static void check_time(struct run *run)
{
	int64_t now = now_ms();

	check_silence(run, now);

	if (run->cancel && *run->cancel)
		stop(run, STOP_CANCELLED);
	else if (!run->end_ms &&
		 now - run->start_ms >= run->plan->step[0].limits.timeout_ms)
		stop(run, STOP_TIMEOUT);
	else if (run->end_ms && now - run->end_ms >= LINGER_MS)
		stop(run, STOP_FINISHED);
}

static int64_t wait_ms(const struct run *run)
{
	int64_t left =
		run->start_ms + run->plan->step[0].limits.timeout_ms - now_ms();

	if (run->end_ms || run->stop != STOP_NONE || left > SB_TICK_MS)
		return SB_TICK_MS;
	return left > 0 ? left : 0;
}

static int loop(struct run *run, struct error *e)
{
	size_t count = 3 + 2 * run->pipeline.count;
	autofree struct pollfd *poll_fds = calloc(count, sizeof(*poll_fds));

	if (!poll_fds)
		return fail(e, ERR_INTERNAL, "out of memory");
	while (!all_ended(&run->pipeline)) {
		list_fds(run, poll_fds);
		if (poll(poll_fds, (nfds_t)count, (int)wait_ms(run)) < 0 &&
			errno != EINTR)
			return fail(e, ERR_INTERNAL, "cannot poll: %s",
				strerror(errno));
		serve_fds(run, poll_fds);
		pump_boxes(run);
		check_time(run);
	}
	/* Nothing runs any more: now waiting for a reader does no harm. */
	while (sink_wants(run))
		feed_sink(run);
	return 0; /* NOLINT(clang-analyzer-unix.Malloc): autofree */
}

static int compare_files(const void *a, const void *b)
{
	return strcmp(((const struct result_file *)a)->path,
		((const struct result_file *)b)->path);
}

/* Take over what the last box collected. */
static int take_files(struct run *run)
{
	struct pipeline *pipeline = &run->pipeline;
	const struct sb_usage *usage =
		&pipeline->stage[pipeline->count - 1].usage;
	struct run_result *result = run->result;

	result->files_truncated = usage->collect_truncated;
	if (!usage->collected_count)
		return 0;
	result->file = calloc(usage->collected_count, sizeof(*result->file));
	if (!result->file)
		return -1;
	for (size_t i = 0; i < usage->collected_count; i++) {
		struct result_file *file = &result->file[result->file_count++];

		file->path = strdup(usage->collected[i].path);
		if (!file->path ||
			buf_append(&file->content, usage->collected[i].data,
				usage->collected[i].len))
			return -1;
	}
	qsort(result->file, result->file_count, sizeof(*result->file),
		compare_files);
	return 0;
}

/* Whose ids the programs had and who held their memory. */
static void confined_how(const struct sb_usage *usage, struct result *out)
{
	static const char *const users[] = {
		[SB_USER_USERNS] = "userns",
		[SB_USER_SETUID] = "setuid",
		[SB_USER_HOST] = "host",
	};
	static const char *const memory[] = {
		[SB_MEMORY_NONE] = "none",
		[SB_MEMORY_WATCHDOG] = "watchdog",
		[SB_MEMORY_CGROUP1] = "cgroup1",
		[SB_MEMORY_CGROUP2] = "cgroup2",
	};

	out->user = users[usage->user];
	out->memory_by = memory[usage->memory];
}

static int run_pipeline(struct run *run, struct error *e)
{
	if (pipeline_open(run->plan, &run->pipeline, e))
		return -1;
	if (run->sink && run->sink->started)
		(void)run->sink->started(run->sink->to); /* told by piece */
	run->start_ms = run->quiet_ms = now_ms();
	if (pipeline_go(&run->pipeline, e))
		return -1;
	if (!run->plan->request->stdin_text.len)
		close_at(&run->pipeline.stdin_fd);
	if (loop(run, e))
		return -1;
	if (take_files(run))
		return fail(e, ERR_INTERNAL, "out of memory");
	run->result->duration_ms = run->end_ms - run->start_ms;
	verdict_run(run->result, run->stop);
	confined_how(&run->pipeline.stage[0].usage, run->out);
	return 0;
}

static int run_once(
	const struct run *how, struct run_result *result, struct error *e)
{
	struct run run = *how;
	int status;

	run.result = result;
	result->step = calloc(run.plan->count, sizeof(*result->step));
	if (!result->step)
		return fail(e, ERR_INTERNAL, "out of memory");
	result->step_count = run.plan->count;
	for (size_t i = 0; i < run.plan->count; i++)
		result->step[i].program = run.plan->step[i].program->name;
	status = run_pipeline(&run, e);
	pipeline_close(&run.pipeline);
	return status;
}

/* "codeexec-" and 32 hex digits that nobody had before. */
static int make_id(char id[48], struct error *e)
{
	unsigned char bytes[16];

	if (getrandom(bytes, sizeof(bytes), 0) != sizeof(bytes))
		return fail(e, ERR_INTERNAL, "cannot get random bytes: %s",
			strerror(errno));
	(void)stpcpy(id, "codeexec-");
	for (size_t i = 0; i < sizeof(bytes); i++)
		(void)snprintf(
			id + strlen("codeexec-") + 2 * i, 3, "%02x", bytes[i]);
	return 0;
}

int execute(const struct plan *plan, const struct execute_sink *sink,
	const volatile sig_atomic_t *cancel, struct result *out,
	struct error *e)
{
	const struct policy *policy = plan->policy;
	const struct run how = {.plan = plan,
		.sink = sink,
		.cancel = cancel,
		.out = out,
		.pipeline = {.stdin_fd = -1, .stdout_fd = -1}};
	size_t count = (size_t)plan->request->n;

	out->run = calloc(count, sizeof(*out->run));
	if (!out->run)
		return fail(e, ERR_INTERNAL, "out of memory");
	out->created = (int64_t)time(NULL);
	if (make_id(out->id, e))
		return -1;
	out->sandbox = policy->sandbox == POLICY_SANDBOX_OFF ? "off" : "native";
	out->network = policy->sandbox == POLICY_SANDBOX_OFF ||
				       policy->network == POLICY_NETWORK_HOST
			       ? "host"
			       : "none";
	while (out->count < count && !(cancel && *cancel))
		if (run_once(&how, &out->run[out->count++], e))
			return -1;
	return 0;
}
