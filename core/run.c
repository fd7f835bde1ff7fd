/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * A run, step by step.
 *
 * One poll of the caller waits for everything: stdin that can be written,
 * stdout and stderr that can be read, boxes that have something to say, the
 * deadline. A run ends when its last block ends; blocks before it then have a
 * moment to notice (their exit codes count), and what is in the pipes is read
 * to its end, which comes, since everything inside is dead by then.
 */

#include <errno.h>
#include <unistd.h>

#include "core/clock.h"
#include "core/execute.h"
#include "core/plan.h"
#include "core/request.h"
#include "core/result.h"
#include "core/run.h"
#include "core/timing.h"

/* How long blocks before the last may outlive it. */
#define LINGER_MS 100
#define READ_BYTES 16384

/* Where what is read is looked at, by one at a time. Not on the stack, whose
 * pages are copied when they are written to behind a fork. */
static char block[READ_BYTES];

void run_stop(struct run *run, enum run_stop why)
{
	if (run->stop == STOP_NONE)
		run->stop = why;
	if (run->gone)
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
		run_stop(run, STOP_OUTPUT);
	}
}

/* Is there something for the sink? */
bool run_waits(const struct run *run)
{
	return run->sink && !run->sink_gone &&
	       run->sink_at < run->result->stdout_text.len;
}

/* Hand PIECE what TEXT has from *AT on, a piece at most. */
static void hand_over(struct run *run, const struct buf *text, size_t *at,
	int (*piece)(void *to, const char *data, size_t len))
{
	size_t len = text->len - *at;

	if (len > run->sink->piece_bytes)
		len = run->sink->piece_bytes;
	run->quiet_ms = clock_ms();
	if (piece(run->sink->to, text->data + *at, len)) {
		run->sink_gone = true;
		run_stop(run, STOP_CANCELLED);
	}
	*at += len;
}

/* Is there some of block I's stderr for the sink? */
static bool waits_errors(const struct run *run, size_t i)
{
	return run->sink && run->sink->errors && !run->sink_gone &&
	       run->pipeline.stage[i].stderr_at <
		       run->result->step[i].stderr_text.len;
}

bool run_waits_errors(const struct run *run)
{
	for (size_t i = 0; i < run->pipeline.count; i++)
		if (waits_errors(run, i))
			return true;
	return false;
}

/* Hand the sink what it is ready for. */
static void feed_sink(struct run *run)
{
	const struct execute_sink *sink = run->sink;

	while (run_waits(run) && sink->ready(sink->to))
		hand_over(run, &run->result->stdout_text, &run->sink_at,
			sink->piece);
	for (size_t i = 0; i < run->pipeline.count; i++)
		while (waits_errors(run, i) && sink->errors_ready(sink->to))
			hand_over(run, &run->result->step[i].stderr_text,
				&run->pipeline.stage[i].stderr_at,
				sink->errors);
}

static void take_stderr(struct run *run, size_t i, const char *data, size_t len)
{
	struct step_result *step = &run->result->step[i];

	/* More is read and dropped, so that the program is not held up. */
	if (append_capped(&step->stderr_text, data, len,
		    run->plan->step[i].limits.stderr_bytes) < len)
		step->stderr_truncated = true;
}

/* Read once from *FD into the block. How much came; 0 = nothing there yet, or
 * the end, at which *FD is closed. */
static size_t read_some(int *fd)
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
	size_t left = PIPELINE_PIPE_BYTES;
	size_t got;

	while (pipeline->stage[i].stderr_fd >= 0 && left > 0 &&
		(got = read_some(&pipeline->stage[i].stderr_fd))) {
		take_stderr(run, i, block, got);
		left -= got < left ? got : left;
	}
	close_at(&pipeline->stage[i].stderr_fd);
	if (i + 1 < pipeline->count)
		return;
	left = PIPELINE_PIPE_BYTES;
	while (pipeline->stdout_fd >= 0 && left > 0 &&
		(got = read_some(&pipeline->stdout_fd))) {
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

		if (sb_pump(stage->box) || stage->ended)
			continue;
		stage->ended = true;
		stage->ended_us = timing_now_us(pipeline);
		drain(run, i);
		sb_usage(stage->box, &stage->usage);
		verdict_step(&run->result->step[i], &stage->usage, run->stop,
			i + 1 == pipeline->count);
		if (i + 1 == pipeline->count)
			run->end_ms = clock_ms();
	}
}

bool run_ended(const struct run *run)
{
	const struct pipeline *pipeline = &run->pipeline;

	for (size_t i = 0; i < pipeline->count; i++)
		if (!pipeline->stage[i].ended ||
			pipeline->stage[i].stderr_fd >= 0)
			return false;
	return pipeline->stdout_fd < 0;
}

/* Word of each box that is not there yet. */
static void list_setups(const struct run *run, struct pollfd *fds)
{
	const struct pipeline *pipeline = &run->pipeline;

	for (size_t i = 0; i < EXECUTE_FDS(pipeline->count); i++) {
		bool waits = i < pipeline->count && !pipeline->stage[i].ready;

		fds[i] = (struct pollfd){
			waits ? sb_setup_fd(pipeline->stage[i].box) : -1,
			POLLIN, 0};
	}
}

/* stdin, stdout, then stderr and box of each block. */
size_t run_fds(const struct run *run, struct pollfd *fds)
{
	const struct pipeline *pipeline = &run->pipeline;

	if (!run->gone) {
		list_setups(run, fds);
		return EXECUTE_FDS(pipeline->count);
	}

	fds[0] = (struct pollfd){pipeline->stdin_fd, POLLOUT, 0};
	fds[1] = (struct pollfd){pipeline->stdout_fd, POLLIN, 0};
	for (size_t i = 0; i < pipeline->count; i++) {
		const struct stage *stage = &pipeline->stage[i];

		fds[2 + 2 * i] = (struct pollfd){stage->stderr_fd, POLLIN, 0};
		fds[3 + 2 * i] = (struct pollfd){
			stage->ended ? -1 : sb_fd(stage->box), POLLIN, 0};
	}
	return EXECUTE_FDS(pipeline->count);
}

static void serve_fds(struct run *run, const struct pollfd *fds)
{
	struct pipeline *pipeline = &run->pipeline;
	size_t got;

	if (fds[0].revents)
		feed_stdin(run);
	if (fds[1].revents && (got = read_some(&pipeline->stdout_fd)))
		take_stdout(run, block, got);
	for (size_t i = 0; i < pipeline->count; i++)
		if (fds[2 + 2 * i].revents &&
			(got = read_some(&pipeline->stage[i].stderr_fd)))
			take_stderr(run, i, block, got);
}

/* Let the sink bridge a silence. */
static void check_silence(struct run *run, int64_t now)
{
	const struct execute_sink *sink = run->sink;

	if (!sink || !sink->idle || run->sink_gone ||
		now - run->quiet_ms < EXECUTE_IDLE_MS)
		return;
	run->quiet_ms = now;
	if (sink->ready(sink->to) && sink->idle(sink->to))
		run_stop(run, STOP_CANCELLED);
}

static void check_time(struct run *run)
{
	int64_t now = clock_ms();

	check_silence(run, now);
	if (run_ended(run))
		return;
	if (!run->end_ms &&
		now - run->start_ms >= run->plan->step[0].limits.timeout_ms)
		run_stop(run, STOP_TIMEOUT);
	else if (run->end_ms && now - run->end_ms >= LINGER_MS)
		run_stop(run, STOP_FINISHED);
}

bool run_reaps(const struct run *run)
{
	const struct pipeline *pipeline = &run->pipeline;

	for (size_t i = 0; i < pipeline->count; i++)
		if (pipeline->stage[i].box &&
			sb_fd(pipeline->stage[i].box) >= 0)
			return true;
	return false;
}

int run_wait_ms(const struct run *run)
{
	int64_t left = run->start_ms + run->plan->step[0].limits.timeout_ms -
		       clock_ms();

	if (!run->gone)
		return pipeline_stands(&run->pipeline) ? 0 : SB_SETUP_TICK_MS;
	if (run->end_ms || run->stop != STOP_NONE || left > SB_TICK_MS)
		return SB_TICK_MS;
	return left > 0 ? (int)left : 0;
}

/* All boxes stand: let their programs start. */
static int go(struct run *run, struct error *e)
{
	const struct execute_sink *sink = run->sink;

	if (sink && sink->started)
		(void)sink->started(sink->to); /* told by piece */
	run->start_ms = run->quiet_ms = clock_ms();
	run->gone = true;
	if (pipeline_go(&run->pipeline, e))
		return -1;
	if (!run->plan->request->stdin_text.len)
		close_at(&run->pipeline.stdin_fd);
	if (run->stop != STOP_NONE)
		pipeline_stop(&run->pipeline);
	return 0;
}

int run_step(struct run *run, const struct pollfd *fds, struct error *e)
{
	if (!run->gone) {
		int ready = pipeline_ready(&run->pipeline, e);

		return ready > 0 ? go(run, e) : ready;
	}
	if (!run_ended(run)) {
		serve_fds(run, fds);
		pump_boxes(run);
		check_time(run);
	} else {
		pump_boxes(run); /* inits are reaped, whoever reads or not */
	}
	feed_sink(run);
	return 0;
}

int run_begin(struct run *run, struct error *e)
{
	/* A box from the stock stands already, and says nothing more. */
	return pipeline_open(run->plan, &run->pipeline, e) ||
			       pipeline_ready(&run->pipeline, e) < 0
		       ? -1
		       : 0;
}
