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
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/error.h"
#include "core/execute.h"
#include "core/plan.h"
#include "core/request.h"
#include "core/result.h"
#include "core/run.h"

/* How long blocks before the last may outlive it. */
#define LINGER_MS 100
#define READ_BYTES 16384

int64_t run_now_ms(void)
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
	run->quiet_ms = run_now_ms();
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

/* Read once from *FD into BLOCK. How much came; 0 = nothing there yet, or
 * the end, at which *FD is closed. */
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
			run->end_ms = run_now_ms();
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
	int64_t now = run_now_ms();

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
	int64_t left = run->start_ms + run->plan->step[0].limits.timeout_ms -
		       run_now_ms();

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
	return 0; /* NOLINT(clang-analyzer-unix.Malloc): autofree */
}

int run_loop(struct run *run, struct error *e)
{
	if (loop(run, e))
		return -1;
	/* Nothing runs any more: now waiting for a reader does no harm. */
	while (sink_wants(run))
		feed_sink(run);
	return 0;
}
