/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * One loop: a line is taken when there is a free job for it and room for its
 * record, every job has its turn when something happens to it, and records are
 * written when they can be. With `ordered`, records wait in a ring for those
 * before them; the ring bounds how far jobs may run ahead.
 */

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/answer.h"
#include "core/batch.h"
#include "core/batch_done.h"
#include "core/batch_input.h"
#include "core/batch_line.h"
#include "core/batch_record.h"
#include "core/error.h"
#include "core/policy.h"

/* A line is a request and what is around it. */
#define ENVELOPE_BYTES 65536
/* So many records may wait for their turn, for each job. */
#define AHEAD 16
/* Records that nobody reads hold up the jobs. */
#define UNWRITTEN_BYTES ((size_t)8 << 20)
#define PROGRESS_MS 100

struct job {
	bool busy;
	int64_t sequence; /* of its record */
	struct batch_line line;
	struct answer answer;
	struct outlet outlet;
	struct buf out; /* the body of its record */
	struct pollfd *fds;
	size_t fds_count;
};

struct batch {
	const struct batch_options *options;
	struct batch_summary *summary;
	struct batch_input input;
	struct job *job;
	struct buf *ring; /* records that wait; data NULL = not there yet */
	size_t ring_size;
	int64_t next_sequence; /* of the next line */
	int64_t next_written;  /* of the next record, when ordered */
	struct buf out;        /* records on their way to out_fd */
	size_t out_at;
	struct pollfd *fds;
	int64_t told_ms;
	size_t write_bytes; /* that can be written at once without waiting */
	bool stopping;      /* take no more lines */
};

static int64_t now_ms(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_MONOTONIC, &now); /* always there */
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Move RECORD, the one of SEQUENCE, to where it is written from. */
static int put_record(
	struct batch *b, int64_t sequence, struct buf *record, struct error *e)
{
	struct buf *place = &b->ring[sequence % (int64_t)b->ring_size];

	if (!b->options->ordered) {
		int status = buf_append(&b->out, record->data, record->len);

		buf_free(record);
		return status ? fail_memory(e) : 0;
	}
	*place = *record;
	*record = (struct buf){0};
	while ((place = &b->ring[b->next_written % (int64_t)b->ring_size])
			->data) {
		if (buf_append(&b->out, place->data, place->len))
			return fail_memory(e);
		buf_free(place);
		b->next_written++;
	}
	return 0;
}

/* Something was no success: say so, and stop if that is wanted. */
static void note_failure(struct batch *b, int exit)
{
	if (exit && !b->summary->first_exit)
		b->summary->first_exit = exit;
	if (b->options->fail_fast)
		b->stopping = b->summary->stopped = true;
}

static enum batch_verdict judge(const struct job *job)
{
	const struct result *result = &job->answer.result;
	const struct request *request = &job->answer.request;

	if (!request->has_expected)
		return BATCH_NO_VERDICT;
	for (size_t i = 0; i < result->count; i++) {
		const struct buf *got = &result->run[i].stdout_text;

		if (got->len != request->expected_stdout.len ||
			(got->len &&
				memcmp(got->data, request->expected_stdout.data,
					got->len) != 0))
			return BATCH_FAILED;
	}
	return BATCH_PASSED;
}

/* The worst that happened to its runs. */
static int64_t *tally(struct batch_summary *summary,
	const struct result *result, enum batch_verdict verdict)
{
	int64_t *where = &summary->passed;

	for (size_t i = 0; i < result->count; i++) {
		const struct run_result *run = &result->run[i];

		if (run->status == RUN_TIMED_OUT)
			return &summary->timed_out;
		if (run->status > RUN_SIGNALED)
			return &summary->limited;
		if (run->exit_code && verdict == BATCH_NO_VERDICT)
			where = &summary->failed;
	}
	return verdict == BATCH_FAILED ? &summary->failed : where;
}

static void note_times(struct batch_summary *summary, const struct job *job)
{
	const struct result *result = &job->answer.result;
	int64_t took = 0;

	for (size_t i = 0; i < result->count; i++) {
		took += result->run[i].duration_ms;
		for (size_t j = 0; j < result->run[i].step_count; j++)
			summary->cpu_ms += result->run[i].step[j].cpu_ms;
	}
	if (took < summary->slowest_ms)
		return;
	summary->slowest_ms = took;
	(void)snprintf(summary->slowest, sizeof(summary->slowest), "%s",
		job->line.custom_id);
}

static void note_completion(
	struct batch *b, const struct job *job, enum batch_verdict verdict)
{
	struct batch_summary *summary = b->summary;
	int64_t *where = tally(summary, &job->answer.result, verdict);

	summary->completions++;
	++*where;
	if (where != &summary->passed)
		note_failure(b, 0);
	note_times(summary, job);
}

static void job_free(struct job *job)
{
	answer_free(&job->answer);
	batch_line_free(&job->line);
	buf_free(&job->out);
	job->fds_count = 0;
	job->busy = false;
}

/* JOB has its answer, or *WHY it has none. */
static int job_end(struct batch *b, struct job *job, const struct error *why,
	struct error *e)
{
	struct batch_record record = {.custom_id = job->line.custom_id,
		.status = 200,
		.body = &job->out,
		.judged = b->options->expect};
	struct buf text = {0};
	int status;

	if (why->kind != ERR_NONE) {
		record.status = error_http(why->kind);
		job->out.len = 0;
		if (answer_error(&job->outlet, NULL, why))
			return fail_memory(e);
		b->summary->refused++;
		note_failure(b, error_exit(why->kind));
	} else {
		record.verdict =
			b->options->expect ? judge(job) : BATCH_NO_VERDICT;
		note_completion(b, job, record.verdict);
	}
	status = batch_record_answer(&record, &text) ? fail_memory(e) : 0;
	if (!status)
		status = put_record(b, job->sequence, &text, e);
	buf_free(&text);
	job_free(job);
	return status;
}

static int job_write(void *to, const char *data, size_t len)
{
	return buf_append(&((struct job *)to)->out, data, len);
}

/* Begin to answer the line that JOB has. */
static int job_begin(struct batch *b, struct job *job, struct error *e)
{
	const struct buf body = {.data = (char *)(uintptr_t)job->line.body.data,
		.len = job->line.body.len};
	struct error why = {0};

	job->busy = true;
	job->outlet = (struct outlet){
		.form = ANSWER_WHOLE, .fd = -1, .write = job_write, .to = job};
	b->summary->requests++;
	if (!answer_parse(b->options->service, &body, &job->outlet,
		    &job->answer, &why) &&
		answer_begin(&job->answer, &why) > 0)
		return 0;
	return job_end(b, job, &why, e);
}

static int job_step(struct batch *b, struct job *job, struct error *e)
{
	struct error why = {0};

	return answer_step(&job->answer, job->fds, &why) > 0
		       ? 0
		       : job_end(b, job, &why, e);
}

/* A line that is no request: E is told in its place. */
static int put_invalid(struct batch *b, const char *custom_id,
	const struct error *why, struct error *e)
{
	struct buf text = {0};
	int status = batch_record_error(custom_id, why, &text);

	b->summary->invalid++;
	note_failure(b, error_exit(why->kind));
	status = status ? fail_memory(e)
			: put_record(b, b->next_sequence++, &text, e);
	buf_free(&text);
	return status;
}

static int too_long(struct batch *b, struct error *e)
{
	struct error why = {0};

	(void)fail(&why, ERR_REQUEST_TOO_LARGE,
		"line %" PRId64 ": the request is larger than the %" PRId64
		" bytes that limits.request allows",
		b->input.number,
		b->options->service->policy->limits.request_bytes);
	return put_invalid(b, NULL, &why, e);
}

/* Give the line DATA to the free JOB. */
static int take_line(struct batch *b, struct job *job, const char *data,
	size_t len, struct error *e)
{
	struct error why = {0};
	int status;

	if (batch_line_read(b->input.number, data, len, &job->line, &why)) {
		status = put_invalid(b, job->line.custom_id, &why, e);
	} else if (b->options->done &&
		   batch_done_has(b->options->done, job->line.custom_id)) {
		b->summary->skipped++;
		status = 0;
	} else {
		job->sequence = b->next_sequence++;
		return job_begin(b, job, e);
	}
	batch_line_free(&job->line);
	return status;
}

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
			status = take_line(b, job, data, len, e);
			break;
		case BATCH_INPUT_TOO_LONG:
			status = too_long(b, e);
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
	int wait_ms = b->options->progress ? PROGRESS_MS : -1;

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
	int64_t now = now_ms();

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
	while (b->out.len && !write_out(b, e->kind == ERR_NONE ? e : &ignored))
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
