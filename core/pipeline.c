/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* From steps to boxes: the spec of each, and the pipes between them. */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/error.h"
#include "core/pipeline.h"
#include "core/plan.h"
#include "core/policy.h"
#include "core/registry.h"
#include "core/request.h"
#include "core/sandbox_error.h"
#include "core/stage.h"
#include "core/timing.h"

static int make_pipe(int bytes, int *read_fd, int *write_fd, struct error *e)
{
	int ends[2];

	if (sb_pipe(bytes, ends)) {
		if (errno == ENOSPC)
			return fail(e, ERR_SANDBOX_UNAVAILABLE,
				"this user's share of pipe memory is used up; "
				"remedy: fewer runs at once, or raise the "
				"sysctl fs.pipe-user-pages-soft");
		return fail(e, ERR_SANDBOX_UNAVAILABLE,
			"cannot make a pipe: %s; remedy: raise the limit on "
			"open files (ulimit -n)",
			strerror(errno));
	}
	*read_fd = ends[0];
	*write_fd = ends[1];
	return 0;
}

/* Our end of a pipe: never waited on but by poll. */
static void set_nonblocking(int fd)
{
	(void)fcntl(fd, F_SETFL, O_NONBLOCK); /* valid for any pipe */
}

/* The script, codeexec.input and codeexec.files. */
static int add_files(struct stage *stage, const struct plan_step *step,
	const struct request *request)
{
	size_t skip = sizeof(PLAN_WORKDIR); /* with the slash behind it */
	size_t at = 0;

	stage->file = calloc(request->file_count + 2, sizeof(*stage->file));
	if (!stage->file)
		return -1;
	if (step->script)
		stage->file[at++] = (struct sb_file){step->script + skip,
			step->code.data ? step->code.data : "", step->code.len};
	if (request->has_input)
		stage->file[at++] = (struct sb_file){&PLAN_INPUT[skip],
			request->input.data, request->input.len};
	for (size_t i = 0; i < request->file_count; i++)
		stage->file[at++] = (struct sb_file){request->files[i].path,
			request->files[i].content.data
				? request->files[i].content.data
				: "",
			request->files[i].content.len};
	stage->spec.file = stage->file;
	stage->spec.file_count = at;
	return 0;
}

/* What the registry wants in /etc/codeexec for the program. */
static int add_support(struct stage *stage, const struct plan_step *step)
{
	const struct strings *pairs = &step->program->support;

	if (!pairs->count)
		return 0;
	stage->support = calloc(pairs->count, sizeof(*stage->support));
	if (!stage->support)
		return -1;
	for (size_t i = 0; i < pairs->count; i++) {
		const char *text = strchr(pairs->item[i], '=') + 1;
		autobuf struct buf path = {0};

		if (buf_printf(&path, "etc/codeexec/%.*s",
			    (int)(text - 1 - pairs->item[i]), pairs->item[i]) ||
			strings_add(&stage->support_path, path.data))
			return -1;
		stage->support[i] = (struct sb_file){
			stage->support_path.item[i], text, strlen(text)};
	}
	stage->spec.root_file = stage->support;
	stage->spec.root_file_count = pairs->count;
	return 0;
}

static int add_binds(struct stage *stage, const struct plan_step *step)
{
	static const enum sb_bind_kind kinds[] = {
		[PLAN_BIND_READ_ONLY] = SB_BIND_READ_ONLY,
		[PLAN_BIND_READ_WRITE] = SB_BIND_READ_WRITE,
		[PLAN_BIND_EMPTY] = SB_BIND_EMPTY,
	};

	stage->bind = calloc(step->bind_count + 1, sizeof(*stage->bind));
	if (!stage->bind)
		return -1;
	for (size_t i = 0; i < step->bind_count; i++)
		stage->bind[i] = (struct sb_bind){step->binds[i].path,
			kinds[step->binds[i].kind], step->binds[i].optional};
	stage->spec.bind = stage->bind;
	stage->spec.bind_count = step->bind_count;
	return 0;
}

/* Without a sandbox: the host's own folder in place of the workdir. */
static int take_off(
	struct stage *stage, const struct plan_step *step, struct error *e)
{
	struct sb_spec *spec = &stage->spec;

	if (unconfined_open(&stage->unconfined, step, spec, e))
		return -1;
	spec->argv = stage->unconfined.argv.item;
	spec->envp = stage->unconfined.envp.item;
	spec->off_workdir = stage->unconfined.dir;
	return 0;
}

static int make_spec(
	struct stage *stage, const struct plan *plan, size_t i, struct error *e)
{
	const struct plan_step *step = &plan->step[i];
	const struct policy *policy = plan->policy;
	const struct request *request = plan->request;
	bool last = i + 1 == plan->count;

	stage->spec = (struct sb_spec){
		.off = policy->sandbox == POLICY_SANDBOX_OFF,
		.exe = step->exe,
		.argv = step->argv.item,
		.envp = step->envp.item,
		.chdir = policy->chdir,
		.limits = stage_limits(&step->limits),
		.network = policy->network == POLICY_NETWORK_HOST
				   ? SB_NETWORK_HOST
				   : SB_NETWORK_NONE,
		.collect = last ? (const char *const *)request->collect.item
				: NULL,
		.collect_count = last ? request->collect.count : 0,
		.collect_bytes = step->limits.collect_bytes,
		.preload = (const char *const *)policy->warm_preload.item,
		.preload_count = policy->warm_preload.count,
		.pipe_bytes = plan->pipe_bytes,
	};
	/* Arguments are read when a program boots. */
	if (step->program->warm != PROGRAM_WARM_NO && !stage->spec.off &&
		!request->args.count)
		stage->warm = plan->warm;
	stage->forks = step->program->warm == PROGRAM_WARM_FORK;
	if (add_files(stage, step, request) || add_support(stage, step) ||
		add_binds(stage, step))
		return fail_memory(e);
	return stage->spec.off ? take_off(stage, step, e) : 0;
}

/* Open the box of the last stage of PIPELINE between the pipes STDIN_FD and
 * STDOUT_FD. */
static int open_stage(struct pipeline *pipeline, const struct plan *plan,
	int stdin_fd, int stdout_fd, struct error *e)
{
	struct stage *stage = &pipeline->stage[pipeline->count - 1];
	autofd int stderr_fd = -1;
	bool merge = plan->request->merge_stderr;
	struct sb_fail why;

	if (!merge) {
		if (make_pipe(
			    plan->pipe_bytes, &stage->stderr_fd, &stderr_fd, e))
			return -1;
		set_nonblocking(stage->stderr_fd);
	}
	stage->spec.stdin_fd = stdin_fd;
	stage->spec.stdout_fd = stdout_fd;
	stage->spec.stderr_fd = merge ? stdout_fd : stderr_fd;
	stage->begun_us = timing_now_us(pipeline);
	if (stage_begin(stage,
		    pipeline->times ? &pipeline->times[stage - pipeline->stage]
				    : NULL,
		    &why))
		return sandbox_error(e, &why, stage->spec.exe);
	return 0;
}

/* Take the first block of PIPELINE from a stock, with its pipes: *NEXT_FD is
 * where its stdout comes from. */
static bool adopt(
	struct pipeline *pipeline, const struct plan *plan, int *next_fd)
{
	struct stage *stage = pipeline->stage;

	stage->begun_us = timing_now_us(pipeline);
	if (!stage_take(stage, plan))
		return false;
	pipeline->stdin_fd = take_fd(&stage->pipe.fd[0][1]);
	*next_fd = take_fd(&stage->pipe.fd[1][0]);
	stage->stderr_fd = take_fd(&stage->pipe.fd[2][0]);
	set_nonblocking(stage->stderr_fd);
	return true;
}

int pipeline_open(
	const struct plan *plan, struct pipeline *out, struct error *e)
{
	autofd int stdin_fd = -1;

	out->stdin_fd = out->stdout_fd = -1;
	out->stage = calloc(plan->count, sizeof(*out->stage));
	if (plan->request->timing)
		out->times = sb_times_new(plan->count);
	if (!out->stage || (plan->request->timing && !out->times))
		return fail_memory(e);
	for (size_t i = 0; i < plan->count; i++) {
		struct stage *stage = &out->stage[out->count++];
		autofd int stdout_fd = -1;
		int next_fd = -1;

		stage->stderr_fd = -1;
		stage->pipe = SB_PIPES_NONE;
		if (make_spec(stage, plan, i, e))
			return -1;
		if (i == 0 && adopt(out, plan, &stdin_fd))
			continue;
		if ((i == 0 && make_pipe(plan->pipe_bytes, &stdin_fd,
				       &out->stdin_fd, e)) ||
			make_pipe(plan->pipe_bytes, &next_fd, &stdout_fd, e))
			return -1;
		if (open_stage(out, plan, stdin_fd, stdout_fd, e)) {
			(void)close(next_fd); /* nothing was written */
			return -1;
		}
		(void)close(stdin_fd); /* the box has its own */
		stdin_fd = next_fd;
	}
	set_nonblocking(out->stdin_fd);
	out->stdout_fd = take_fd(&stdin_fd);
	set_nonblocking(out->stdout_fd);
	return 0;
}

bool pipeline_stands(const struct pipeline *pipeline)
{
	for (size_t i = 0; i < pipeline->count; i++)
		if (!pipeline->stage[i].ready)
			return false;
	return true;
}

int pipeline_ready(struct pipeline *pipeline, struct error *e)
{
	int all = 1;

	for (size_t i = 0; i < pipeline->count; i++) {
		struct stage *stage = &pipeline->stage[i];
		struct sb_fail why;
		int ready = stage->ready ? 1 : sb_ready(stage->box, &why);

		if (ready < 0)
			return sandbox_error(e, &why, stage->spec.exe);
		if (ready && !stage->ready)
			stage->ready_us = timing_now_us(pipeline);
		stage->ready = ready == 1;
		all = all && stage->ready;
	}
	return all;
}

int pipeline_wait(struct pipeline *pipeline, struct error *e)
{
	int ready;

	while ((ready = pipeline_ready(pipeline, e)) == 0)
		for (size_t i = 0; i < pipeline->count; i++) {
			struct stage *stage = &pipeline->stage[i];
			struct pollfd word = {
				sb_setup_fd(stage->box), POLLIN, 0};

			if (!stage->ready) /* EINTR: asked again above */
				(void)poll(&word, 1, SB_SETUP_TICK_MS);
		}
	return ready < 0 ? -1 : 0;
}

int pipeline_go(struct pipeline *pipeline, struct error *e)
{
	for (size_t i = pipeline->count; i-- > 0;) {
		struct stage *stage = &pipeline->stage[i];
		struct sb_fail why;

		stage->go_us = timing_now_us(pipeline);
		if (stage_go(stage, &why))
			return sandbox_error(e, &why, stage->spec.exe);
		stage->gone_us = timing_now_us(pipeline);
	}
	for (size_t i = 0; i < pipeline->count; i++)
		stage_restock(&pipeline->stage[i]);
	return 0;
}

void pipeline_stop(struct pipeline *pipeline)
{
	for (size_t i = 0; i < pipeline->count; i++)
		if (!pipeline->stage[i].ended)
			sb_stop(pipeline->stage[i].box);
}

void pipeline_close(struct pipeline *pipeline)
{
	for (size_t i = 0; i < pipeline->count; i++) {
		struct stage *stage = &pipeline->stage[i];

		stage_close(stage);
		unconfined_close(&stage->unconfined);
		close_at(&stage->stderr_fd);
		free(stage->file);
		free(stage->support);
		strings_free(&stage->support_path);
		free(stage->bind);
	}
	sb_times_free(pipeline->times, pipeline->count);
	free(pipeline->stage);
	close_at(&pipeline->stdin_fd);
	close_at(&pipeline->stdout_fd);
	*pipeline = (struct pipeline){.stdin_fd = -1, .stdout_fd = -1};
}
