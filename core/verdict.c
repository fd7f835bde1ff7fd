/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* From wait statuses and reasons to the words of the answer. */

#include <signal.h>
#include <sys/wait.h>

#include "core/result.h"
#include "core/verdict.h"
#include "sandbox/sandbox.h"

#define SIGNAL_EXIT 128

static enum run_status step_status(
	const struct sb_usage *usage, enum run_stop stop, bool last)
{
	if (usage->end == SB_END_MEMORY)
		return RUN_MEMORY_LIMIT;
	if (usage->end == SB_END_CPU)
		return RUN_CPU_LIMIT;
	if (usage->end == SB_END_STOPPED && stop == STOP_TIMEOUT)
		return RUN_TIMED_OUT;
	/* It may have ended by itself once all it had to say was said. */
	if (last && stop == STOP_OUTPUT)
		return RUN_OUTPUT_LIMIT;
	return WIFSIGNALED(usage->wait_status) ? RUN_SIGNALED : RUN_EXITED;
}

void verdict_step(struct step_result *step, const struct sb_usage *usage,
	enum run_stop stop, bool last)
{
	int status = usage->wait_status;

	step->status = step_status(usage, stop, last);
	step->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
	step->exit_code =
		step->signal ? SIGNAL_EXIT + step->signal : WEXITSTATUS(status);
	step->unneeded = usage->end == SB_END_STOPPED && stop == STOP_FINISHED;
	step->duration_ms = usage->duration_ms;
	step->cpu_ms = usage->cpu_ms;
	step->warm = usage->booted;
	step->cpu_lower_bound = usage->cpu_lower_bound;
	step->max_rss_bytes = usage->max_rss_bytes;
	step->max_rss_lower_bound = usage->max_rss_lower_bound;
}

/* Has step I of RUN failed, as far as the pipeline is concerned? */
static bool failed(const struct run_result *run, size_t i)
{
	const struct step_result *step = &run->step[i];
	bool last = i + 1 == run->step_count;

	/* A shell tells of its own command's SIGPIPE by the exit code. */
	if (step->unneeded ||
		(!last && step->exit_code == SIGNAL_EXIT + SIGPIPE))
		return false;
	return step->exit_code != 0 || step->status != RUN_EXITED;
}

void verdict_run(struct run_result *run, enum run_stop stop)
{
	bool limited = false;

	run->status = RUN_EXITED;
	for (size_t i = 0; i < run->step_count; i++) {
		const struct step_result *step = &run->step[i];

		if (!failed(run, i))
			continue;
		run->exit_code = step->exit_code;
		run->signal = step->signal;
		/* A limit explains what fails after it. */
		if (!limited)
			run->status = step->status;
		limited = limited || step->status > RUN_SIGNALED;
	}
	if (stop == STOP_TIMEOUT)
		run->status = RUN_TIMED_OUT;
	else if (stop == STOP_OUTPUT)
		run->status = RUN_OUTPUT_LIMIT;
}
