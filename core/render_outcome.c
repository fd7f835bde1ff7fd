/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The response member `codeexec`. */

#include <stdio.h>
#include <string.h>

#include "core/base64.h"
#include "core/render.h"
#include "core/render_json.h"
#include "core/render_parts.h"
#include "core/request.h"
#include "core/utf8.h"
#include "sandbox/describe.h"

/* What steps have used. */
struct figures {
	int64_t cpu_ms;        /* together */
	int64_t max_rss_bytes; /* the most of one */
	bool cpu_lower_bound;  /* of one is enough */
	bool rss_lower_bound;
};

static struct figures figures_make(const struct step_result *step, size_t count)
{
	struct figures sum = {0};

	for (size_t i = 0; i < count; i++) {
		sum.cpu_ms += step[i].cpu_ms;
		if (step[i].max_rss_bytes > sum.max_rss_bytes)
			sum.max_rss_bytes = step[i].max_rss_bytes;
		sum.cpu_lower_bound |= step[i].cpu_lower_bound;
		sum.rss_lower_bound |= step[i].max_rss_lower_bound;
	}
	return sum;
}

static bool stderr_truncated(const struct run_result *run)
{
	for (size_t i = 0; i < run->step_count; i++)
		if (run->step[i].stderr_truncated)
			return true;
	return false;
}

static void put_signal(
	struct json_build *b, struct json_object *into, int signal)
{
	char name[24];
	const char *abbreviation = signal ? sigabbrev_np(signal) : NULL;

	if (abbreviation)
		(void)snprintf(name, sizeof(name), "SIG%s", abbreviation);
	else
		(void)snprintf(name, sizeof(name), "SIG%d", signal);
	put_string(b, into, "signal", signal ? name : NULL);
}

/* The bytes of BUF, which are none when it is empty. */
static void put_buf(struct json_build *b, struct json_object *into,
	const char *name, const struct buf *buf)
{
	put_text(b, into, name, buf->len ? buf->data : "", buf->len);
}

static void put_base64(struct json_build *b, struct json_object *into,
	const char *name, const char *data, size_t len)
{
	autobuf struct buf text = {0};

	if (base64_encode(data, len, &text))
		b->failed = true;
	else
		put_buf(b, into, name, &text);
}

/* The exact bytes of stdout where `content` does not have them. */
static void put_exact(
	struct json_build *b, struct json_object *into, const struct buf *text)
{
	if (utf8_valid(text->data, text->len) < text->len)
		put_base64(b, into, "stdout_base64", text->data, text->len);
	else
		put_string(b, into, "stdout_base64", NULL);
}

/* All stderr of RUN. Each step's is repaired alone, lest the end of one and
 * the beginning of the next become a character. */
static void put_stderr(struct json_build *b, struct json_object *into,
	const struct run_result *run)
{
	autobuf struct buf all = {0};
	size_t held;

	for (size_t i = 0; i < run->step_count; i++) {
		const struct buf *text = &run->step[i].stderr_text;

		if (utf8_repair(text->data, text->len, true, &held, &all))
			b->failed = true;
	}
	put_buf(b, into, "stderr", &all);
}

/* The figures, and which of them may be too low. */
static void put_figures(struct json_build *b, struct json_object *o,
	const struct figures *figures)
{
	struct json_object *bounds;

	put_integer(b, o, "cpu_ms", figures->cpu_ms);
	put_integer(b, o, "max_rss_bytes", figures->max_rss_bytes);
	bounds = put_array(b, o, "lower_bounds");
	if (figures->cpu_lower_bound)
		put_string(b, bounds, NULL, "cpu_ms");
	if (figures->rss_lower_bound)
		put_string(b, bounds, NULL, "max_rss_bytes");
}

static void put_timing(struct json_build *b, struct json_object *into,
	const struct step_timing *timing)
{
	struct json_object *o = put_object(b, into, "timing");
	struct json_object *layers;

	put_integer(b, o, "setup_us", timing->setup_us);
	layers = put_object(b, o, "layers_us");
	for (size_t i = 0; i < sb_layer_count(); i++)
		if (timing->layer_us[i])
			put_integer(b, layers, sb_layer_name(i),
				timing->layer_us[i]);
	put_integer(b, o, "exec_us", timing->exec_us);
	put_integer(b, o, "run_us", timing->run_us);
	put_integer(b, o, "teardown_us", timing->teardown_us);
}

static void put_step(struct json_build *b, struct json_object *into,
	const struct step_result *step, bool timed)
{
	const struct figures figures = figures_make(step, 1);
	struct json_object *o = put_object(b, into, NULL);

	put_string(b, o, "program", step->program);
	put_string(b, o, "start", step->warm ? "warm" : "cold");
	put_string(b, o, "status", run_status_text(step->status));
	put_integer(b, o, "exit_code", step->exit_code);
	put_signal(b, o, step->signal);
	put_buf(b, o, "stderr", &step->stderr_text);
	put_integer(b, o, "duration_ms", step->duration_ms);
	put_figures(b, o, &figures);
	if (timed)
		put_timing(b, o, &step->timing);
}

/* PATH, and its exact bytes where a string does not have them. */
static void put_path(
	struct json_build *b, struct json_object *into, const char *path)
{
	size_t len = strlen(path);

	put_string(b, into, "path", path);
	if (utf8_valid(path, len) < len)
		put_base64(b, into, "path_base64", path, len);
}

/*
 * Is CONTENT better shown as text than in base64? Not when it is none, or when
 * control characters, of which JSON makes six, would more than double it: a
 * file is to cost about the same either way.
 */
static bool is_text(const struct buf *content)
{
	size_t more = 0;

	if (utf8_valid(content->data, content->len) < content->len)
		return false;
	for (size_t i = 0; i < content->len; i++) {
		unsigned char byte = (unsigned char)content->data[i];

		if (!byte)
			return false;
		if (strchr("\"\\\b\f\n\r\t", byte))
			more += 1;
		else if (byte < 0x20)
			more += 5;
	}
	return more <= content->len;
}

static void put_file(struct json_build *b, struct json_object *into,
	const struct result_file *file)
{
	const struct buf *content = &file->content;
	struct json_object *o = put_object(b, into, NULL);

	put_path(b, o, file->path);
	if (is_text(content))
		put_buf(b, o, "content", content);
	else
		put_base64(b, o, "content_base64", content->data, content->len);
	put_integer(b, o, "size", (int64_t)content->len);
}

static void put_refused(struct json_build *b, struct json_object *into,
	const struct result_refused *refused)
{
	struct json_object *o = put_object(b, into, NULL);

	put_path(b, o, refused->path);
	put_string(b, o, "reason", refused->reason);
}

/* What is so for all runs. */
static void put_world(struct json_build *b, struct json_object *o,
	const struct result *result)
{
	put_string(b, o, "sandbox", result->sandbox);
	put_string(b, o, "network", result->network);
	put_string(b, o, "user", result->user);
}

static void put_lists(struct json_build *b, struct json_object *o,
	const struct run_result *run)
{
	struct json_object *steps = put_array(b, o, "steps");
	struct json_object *files;
	struct json_object *refused;

	for (size_t i = 0; i < run->step_count; i++)
		put_step(b, steps, &run->step[i], run->timed);
	files = put_array(b, o, "files");
	for (size_t i = 0; i < run->file_count; i++)
		put_file(b, files, &run->file[i]);
	refused = put_array(b, o, "files_refused");
	for (size_t i = 0; i < run->refused_count; i++)
		put_refused(b, refused, &run->refused[i]);
	put_boolean(b, o, "files_truncated", run->files_truncated);
}

/* Put the members of RUN into O. With CONTEXT, what is so for all runs stands
 * among them, as DESIGN.md has it. */
static void put_run(struct json_build *b, struct json_object *o,
	const struct render_context *context, const struct result *result,
	const struct run_result *run)
{
	const struct figures sum = figures_make(run->step, run->step_count);
	struct json_object *by;

	put_string(b, o, "status", run_status_text(run->status));
	put_integer(b, o, "exit_code", run->exit_code);
	put_signal(b, o, run->signal);
	put_boolean(b, o, "timed_out", run->status == RUN_TIMED_OUT);
	put_stderr(b, o, run);
	put_integer(b, o, "duration_ms", run->duration_ms);
	put_integer(b, o, "blocks", (int64_t)run->step_count);
	if (context)
		put_world(b, o, result);
	put_boolean(b, o, "stdout_truncated", run->stdout_truncated);
	put_boolean(b, o, "stderr_truncated", stderr_truncated(run));
	put_exact(b, o, &run->stdout_text);
	put_figures(b, o, &sum);
	if (context) {
		by = put_object(b, o, "limits_by");
		put_string(b, by, "memory", result->memory_by);
		put_strings(b, o, "ignored", &context->request->ignored);
	}
	put_lists(b, o, run);
}

void render_outcome(struct json_build *b, struct json_object *into,
	const struct render_context *context, const struct result *result)
{
	struct json_object *o = put_object(b, into, "codeexec");
	struct json_object *runs;

	put_run(b, o, context, result, &result->run[0]);
	if (result->count < 2)
		return;
	runs = put_array(b, o, "runs");
	for (size_t i = 0; i < result->count; i++)
		put_run(b, put_object(b, runs, NULL), NULL, result,
			&result->run[i]);
}
