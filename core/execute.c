/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* One run after another: pipeline, loop, files, verdict. */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/error.h"
#include "core/execute.h"
#include "core/plan.h"
#include "core/policy.h"
#include "core/random_id.h"
#include "core/registry.h"
#include "core/request.h"
#include "core/result.h"
#include "core/result_files.h"
#include "core/run.h"
#include "core/timing.h"
#include "core/verdict.h"

/* It takes the kernel a fraction of one. */
#define TIDY_MS 1

struct execution {
	const struct plan *plan;
	const struct execute_sink *sink;
	struct result *out;
	struct run run; /* the one in progress */
	bool cancelled;
};

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

/* Begin the next of the runs. */
static int next(struct execution *x, struct error *e)
{
	const struct plan *plan = x->plan;
	struct run_result *result = &x->out->run[x->out->count++];

	(void)execute_tidy(false);
	x->run = (struct run){.plan = plan,
		.sink = x->sink,
		.result = result,
		.pipeline = {.stdin_fd = -1, .stdout_fd = -1}};
	result->step = calloc(plan->count, sizeof(*result->step));
	if (!result->step)
		return fail_memory(e);
	result->step_count = plan->count;
	for (size_t i = 0; i < plan->count; i++)
		result->step[i].program = plan->step[i].program->name;
	return run_begin(&x->run, e);
}

/* The run in progress is over: what came of it. */
static int finish(struct execution *x, struct error *e)
{
	struct run *run = &x->run;

	if (result_files(&run->pipeline.stage[run->pipeline.count - 1].usage,
		    run->result))
		return fail_memory(e);
	run->result->duration_ms = run->end_ms - run->start_ms;
	verdict_run(run->result, run->stop);
	confined_how(&run->pipeline.stage[0].usage, x->out);
	timing_take(&run->pipeline, run->result);
	pipeline_close(&run->pipeline);
	return 0;
}

/* What holds for all runs. */
static int describe(
	const struct plan *plan, struct result *out, struct error *e)
{
	const struct policy *policy = plan->policy;
	bool off = policy->sandbox == POLICY_SANDBOX_OFF;

	out->created = (int64_t)time(NULL);
	out->sandbox = off ? "off" : "native";
	out->network =
		off || policy->network == POLICY_NETWORK_HOST ? "host" : "none";
	if (random_id("codeexec-", out->id, sizeof(out->id)))
		return fail(e, ERR_INTERNAL, "cannot get random bytes: %s",
			strerror(errno));
	return 0;
}

int execute_begin(const struct plan *plan, const struct execute_sink *sink,
	struct result *out, struct execution **x, struct error *e)
{
	*x = calloc(1, sizeof(**x));
	out->run = calloc((size_t)plan->request->n, sizeof(*out->run));
	if (!*x || !out->run)
		return fail_memory(e);
	(*x)->plan = plan;
	(*x)->sink = sink;
	(*x)->out = out;
	(*x)->run.pipeline = (struct pipeline){.stdin_fd = -1, .stdout_fd = -1};
	return describe(plan, out, e) ? -1 : next(*x, e);
}

size_t execute_fds(const struct execution *x, struct pollfd *fds)
{
	return execute_running(x) ? run_fds(&x->run, fds) : 0;
}

int execute_wait_ms(const struct execution *x)
{
	if (execute_running(x))
		return run_wait_ms(&x->run);
	return run_reaps(&x->run) ? SB_TICK_MS : -1;
}

bool execute_running(const struct execution *x)
{
	return x->run.pipeline.count && !run_ended(&x->run);
}

bool execute_waits(const struct execution *x)
{
	return run_waits(&x->run);
}

bool execute_waits_errors(const struct execution *x)
{
	return run_waits_errors(&x->run);
}

int execute_step(struct execution *x, const struct pollfd *fds, struct error *e)
{
	if (run_step(&x->run, fds, e))
		return -1;
	if (!run_ended(&x->run) || run_waits(&x->run) ||
		run_waits_errors(&x->run))
		return 1;
	if (finish(x, e))
		return -1;
	if (x->cancelled || x->out->count == (size_t)x->plan->request->n)
		return 0;
	return next(x, e) ? -1 : 1;
}

void execute_stop(struct execution *x)
{
	x->cancelled = true;
	x->run.sink_gone = true;
	run_stop(&x->run, STOP_CANCELLED);
}

void execute_end(struct execution *x)
{
	if (x)
		pipeline_close(&x->run.pipeline);
	free(x);
}

int execute_tidy(bool wait)
{
	return sb_tidy(wait) ? TIDY_MS : -1;
}

int execute(const struct plan *plan, struct result *out, struct error *e)
{
	struct execution *x = NULL;
	autofree struct pollfd *fds =
		calloc(EXECUTE_FDS(plan->count), sizeof(*fds));
	int status =
		fds ? execute_begin(plan, NULL, out, &x, e) : fail_memory(e);

	status = status ? status : 1;
	while (status > 0) {
		(void)poll(fds, (nfds_t)execute_fds(x, fds),
			execute_wait_ms(x)); /* EINTR: just a step more */
		status = execute_step(x, fds, e);
	}
	execute_end(x); /* NOLINT(clang-analyzer-unix.Malloc): autofree */
	return status;
}
