/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * One loop: a line is taken when there is a free job for it and room for its
 * record, every job has its turn when something happens to it, and records are
 * written when they can be. With `ordered`, records wait in a ring for those
 * before them; the ring bounds how far jobs may run ahead.
 */

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/batch_parts.h"
#include "core/clock.h"
#include "core/error.h"
#include "core/policy.h"

/* A line is a request and what is around it. */
#define ENVELOPE_BYTES 65536
/* So many records may wait for their turn, for each job. */
#define AHEAD 16
/* Records that nobody reads hold up the jobs. */
#define UNWRITTEN_BYTES ((size_t)8 << 20)
#define PROGRESS_MS 100
/* So long may nobody read the last of them. */
#define UNREAD_MS 5000

/* Is there room for one more record to come? */
static bool has_room(const struct batch *b)
{
	return b->out.len - b->out_at < UNWRITTEN_BYTES &&
	       (!b->options->ordered || b->next_sequence - b->next_written <
						(int64_t)b->ring_size);
}

static struct job *free_job(struct batch *b)
{
	for (size_t i = 0; i < b->options->jobs; i++)
		if (!b->job[i].busy)
			return &b->job[i];
	return NULL;
}

/* Take as many lines as there are jobs for. *HUNGRY: there is no whole line,
 * and one is wanted. */
static int take_lines(struct batch *b, bool *hungry, struct error *e)
{
	struct job *job;
	int status = 0;

	*hungry = false;
	while (!status && !b->stopping && has_room(b) && (job = free_job(b))) {
		const char *data;
		size_t len;

		switch (batch_input_next(&b->input, &data, &len)) {
		case BATCH_INPUT_LINE:
			status = job_take(b, job, data, len, e);
			break;
		case BATCH_INPUT_TOO_LONG:
			status = job_too_long(b, e);
			break;
		case BATCH_INPUT_NONE:
			*hungry = true;
			return 0;
		case BATCH_INPUT_END:
			b->stopping = true;
			break;
		}
	}
	b->summary->bytes = b->input.bytes;
	return status;
}

static bool any_busy(const struct batch *b)
{
	for (size_t i = 0; i < b->options->jobs; i++)
		if (b->job[i].busy)
			return true;
	return false;
}

/* Write records once. */
static int write_out(struct batch *b, struct error *e)
{
	size_t len = b->out.len - b->out_at;
	ssize_t wrote = write(b->options->out_fd, b->out.data + b->out_at,
		len < b->write_bytes ? len : b->write_bytes);

	if (wrote < 0 && errno != EAGAIN && errno != EINTR)
		return fail(e, ERR_IO, "cannot write the output: %s",
			strerror(errno));
	if (wrote > 0)
		b->out_at += (size_t)wrote;
	if (b->out_at == b->out.len)
		b->out.len = b->out_at = 0;
	return 0;
}

enum { FD_IN, FD_OUT, FDS };

/* Wait for something to happen to anyone. HUNGRY: for input as well. */
static int wait_all(struct batch *b, bool hungry, struct error *e)
{
	size_t count = FDS;
	int tidy_ms = execute_tidy(false);
	int wait_ms = b->options->progress ? PROGRESS_MS : -1;

	if (tidy_ms >= 0)
		wait_ms = tidy_ms;
	b->fds[FD_IN] =
		(struct pollfd){hungry ? b->options->in_fd : -1, POLLIN, 0};
	b->fds[FD_OUT] = (struct pollfd){
		b->out.len ? b->options->out_fd : -1, POLLOUT, 0};
	for (size_t i = 0; i < b->options->jobs; i++) {
		struct job *job = &b->job[i];
		int wait;

		if (!job->busy)
			continue;
		job->fds = b->fds + count;
		count += execute_fds(job->answer.execution, job->fds);
		wait = execute_wait_ms(job->answer.execution);
		if (wait >= 0 && (wait_ms < 0 || wait < wait_ms))
			wait_ms = wait;
	}
	if (poll(b->fds, (nfds_t)count, wait_ms) < 0 && errno != EINTR)
		return fail(
			e, ERR_INTERNAL, "cannot poll: %s", strerror(errno));
	return 0;
}

static void tell(struct batch *b, bool last)
{
	int64_t now = clock_ms();

	if (!b->options->progress || (!last && now - b->told_ms < PROGRESS_MS))
		return;
	b->told_ms = now;
	b->options->progress(b->options->to, b->summary);
}

/* Give everyone a turn whom wait_all() has found something for. */
static int serve(struct batch *b, bool hungry, struct error *e)
{
	if (hungry && b->fds[FD_IN].revents && batch_input_fill(&b->input))
		return fail(e, ERR_IO, "cannot read the batch: %s",
			strerror(errno));
	for (size_t i = 0; i < b->options->jobs; i++)
		if (b->job[i].busy && job_step(b, &b->job[i], e))
			return -1;
	if (b->fds[FD_OUT].revents && write_out(b, e))
		return -1;
	tell(b, false);
	return 0;
}

static int loop(struct batch *b, struct error *e)
{
	const volatile sig_atomic_t *cancel = b->options->cancel;
	bool hungry;

	while (!(cancel && *cancel)) {
		if (take_lines(b, &hungry, e))
			return -1;
		if (b->stopping && !any_busy(b) && !b->out.len)
			return 0;
		if (wait_all(b, hungry, e) || serve(b, hungry, e))
			return -1;
	}
	return 0;
}

/* Write records once, to an output that may never take them. */
static int write_waiting(struct batch *b, struct error *e)
{
	struct pollfd out = {b->options->out_fd, POLLOUT, 0};

	if (!poll(&out, 1, UNREAD_MS))
		return fail(
			e, ERR_IO, "cannot write the output: nobody reads it");
	return write_out(b, e);
}

/* The records that have ended, also those that wait for one that has not. */
static void write_rest(struct batch *b, struct error *e)
{
	struct error ignored = {0};

	for (size_t i = 0; b->ring && i < b->ring_size; i++) {
		struct buf *place = &b->ring[(b->next_written + (int64_t)i) %
					     (int64_t)b->ring_size];

		if (place->data)
			(void)buf_append(&b->out, place->data, place->len);
		buf_free(place);
	}
	while (b->out.len &&
		!write_waiting(b, e->kind == ERR_NONE ? e : &ignored))
		;
}

static int allocate(struct batch *b, struct error *e)
{
	const struct batch_options *options = b->options;
	size_t blocks = (size_t)options->service->policy->limits.blocks;
	struct stat st;

	/* What a pipe takes when it says that it is ready (pipe(7)). */
	b->write_bytes = !fstat(options->out_fd, &st) && S_ISREG(st.st_mode)
				 ? UNWRITTEN_BYTES
				 : PIPE_BUF;
	b->ring_size = options->jobs * AHEAD;
	b->job = calloc(options->jobs, sizeof(*b->job));
	b->ring = calloc(b->ring_size, sizeof(*b->ring));
	b->fds = calloc(
		FDS + options->jobs * EXECUTE_FDS(blocks), sizeof(*b->fds));
	return b->job && b->ring && b->fds ? 0 : fail_memory(e);
}

int batch_run(const struct batch_options *options, struct batch_summary *out,
	struct error *e)
{
	int64_t most = options->service->policy->limits.request_bytes;
	struct batch b = {.options = options,
		.summary = out,
		.input = {.fd = options->in_fd,
			.max = (size_t)most + ENVELOPE_BYTES}};
	int status = allocate(&b, e);

	if (!status)
		status = loop(&b, e);
	for (size_t i = 0; b.job && i < options->jobs; i++)
		if (b.job[i].busy)
			job_free(&b.job[i]);
	write_rest(&b, e);
	tell(&b, true);
	batch_input_free(&b.input);
	buf_free(&b.out);
	free(b.job);
	free(b.ring);
	free(b.fds);
	return status || e->kind != ERR_NONE ? -1 : 0;
}
