/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* From stamps to spans. */

#include <time.h>

#include "core/pipeline.h"
#include "core/result.h"
#include "core/timing.h"

static int64_t now_us(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_MONOTONIC, &now); /* always there */
	return now.tv_sec * INT64_C(1000000) + now.tv_nsec / 1000;
}

int64_t timing_now_us(const struct pipeline *pipeline)
{
	return pipeline->times ? now_us() : 0;
}

static void take_stage(struct stage *stage, const struct sb_times *times,
	struct step_timing *timing)
{
	int64_t closed = now_us();

	sb_close(stage->box);
	(void)sb_tidy(true);
	stage->box = NULL;
	timing->teardown_us = now_us() - closed;
	timing->setup_us = stage->ready_us - stage->begun_us;
	timing->exec_us = stage->gone_us - stage->go_us;
	timing->run_us = stage->ended_us - stage->gone_us;
	for (size_t i = 0; i < SB_LAYERS_MOST; i++)
		timing->layer_us[i] = (times->layer_ns[i] + 500) / 1000;
}

void timing_take(struct pipeline *pipeline, struct run_result *result)
{
	if (!pipeline->times)
		return;
	result->timed = true;
	for (size_t i = 0; i < pipeline->count; i++)
		take_stage(&pipeline->stage[i], &pipeline->times[i],
			&result->step[i].timing);
}
