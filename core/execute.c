/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* One run after another: pipeline, loop, files, verdict. */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "core/error.h"
#include "core/execute.h"
#include "core/plan.h"
#include "core/policy.h"
#include "core/registry.h"
#include "core/request.h"
#include "core/result.h"
#include "core/run.h"
#include "core/verdict.h"

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
	run->start_ms = run->quiet_ms = run_now_ms();
	if (pipeline_go(&run->pipeline, e))
		return -1;
	if (!run->plan->request->stdin_text.len)
		close_at(&run->pipeline.stdin_fd);
	if (run_loop(run, e))
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
