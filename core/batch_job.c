/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* One request of a batch, from its line to its record. */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/batch_done.h"
#include "core/batch_parts.h"
#include "core/batch_record.h"
#include "core/error.h"
#include "core/policy.h"

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

		if (result->run[i].stdout_truncated ||
			got->len != request->expected_stdout.len ||
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

void job_free(struct job *job)
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
	struct error why = {0};

	job->busy = true;
	job->outlet = (struct outlet){
		.form = ANSWER_WHOLE, .fd = -1, .write = job_write, .to = job};
	b->summary->requests++;
	if (!answer_parse(b->options->service, &job->line.body, &job->outlet,
		    &job->answer, &why) &&
		answer_begin(&job->answer, &why) > 0)
		return 0;
	return job_end(b, job, &why, e);
}

int job_step(struct batch *b, struct job *job, struct error *e)
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

int job_too_long(struct batch *b, struct error *e)
{
	struct error why = {0};

	(void)fail(&why, ERR_REQUEST_TOO_LARGE,
		"line %" PRId64 ": the request is larger than the %" PRId64
		" bytes that limits.request allows",
		b->input.number,
		b->options->service->policy->limits.request_bytes);
	return put_invalid(b, NULL, &why, e);
}

int job_take(struct batch *b, struct job *job, const char *data, size_t len,
	struct error *e)
{
	struct error why = {0};
	int status;

	if (batch_line_read(b->input.number, data, len, &job->line, &why)) {
		status = put_invalid(b, job->line.custom_id, &why, e);
	} else if (b->options->done &&
		   batch_done_take(b->options->done, job->line.custom_id)) {
		b->summary->skipped++;
		status = 0;
	} else {
		job->sequence = b->next_sequence++;
		return job_begin(b, job, e);
	}
	batch_line_free(&job->line);
	return status;
}
