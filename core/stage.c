/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

#include <string.h>

#include "core/limits.h"
#include "core/pipeline.h"
#include "core/plan.h"
#include "core/policy.h"
#include "core/request.h"
#include "core/stage.h"
#include "core/warm.h"

struct sb_limits stage_limits(const struct limits *limits)
{
	return (struct sb_limits){
		.cpu_time_ms = limits->cpu_time_ms,
		.memory_bytes = limits->memory_bytes,
		.address_space_bytes = limits->address_space_bytes,
		.processes = limits->processes,
		.open_files = limits->open_files,
		.file_size_bytes = limits->file_size_bytes,
		.workdir_bytes = limits->workdir_bytes,
	};
}

/* Are the limits of STAGE the policy's? By those of callers, programs would be
 * started that cannot boot, and pass for lost. */
static bool usual_limits(const struct stage *stage, const struct policy *policy)
{
	const struct sb_limits *own = &stage->spec.limits;
	struct sb_limits usual = stage_limits(&policy->limits);

	if (!own->address_space_bytes)
		usual.address_space_bytes = 0;
	return !memcmp(own, &usual, sizeof(usual)); /* int64_t each */
}

bool stage_take(struct stage *stage, const struct plan *plan)
{
	/* Two of its fds would be one pipe; it was started with three. */
	if (!stage->warm || stage->forks || plan->request->merge_stderr ||
		!sb_plain(&stage->spec) || !usual_limits(stage, plan->policy))
		return false;
	stage->stock = warm_take_stock(stage->warm, &stage->spec);
	if (stage->stock)
		stage->box =
			sb_stock_take(stage->stock, &stage->spec, &stage->pipe);
	if (!stage->box)
		return false;
	sb_pipes_into(&stage->pipe, &stage->spec);
	return true;
}

int stage_begin(
	struct stage *stage, struct sb_times *times, struct sb_fail *why)
{
	struct sb_spec *spec = &stage->spec;

	if (stage->warm && stage->forks)
		spec->warm = warm_take(stage->warm, spec);
	if (spec->warm) {
		warm_stock(stage->warm, spec, true);
		if (!sb_begin(spec, &stage->box, why))
			return 0;
		warm_give(stage->warm, spec->warm);
		spec->warm = NULL;
	}
	spec->times = times;
	return sb_begin(spec, &stage->box, why);
}

int stage_go(struct stage *stage, struct sb_fail *why)
{
	bool from_stock = stage->pipe.fd[0][0] >= 0;
	int result = sb_go(stage->box, why);

	if (result && from_stock) {
		sb_close(stage->box);
		stage->box = NULL;
		result = sb_open(&stage->spec, &stage->box, why) ||
					 sb_go(stage->box, why)
				 ? -1
				 : 0;
	}
	sb_pipes_close(&stage->pipe); /* the box has its own */
	return result;
}

void stage_restock(struct stage *stage)
{
	if (stage->spec.warm)
		warm_stock(stage->warm, &stage->spec, false);
	warm_give_stock(stage->warm, stage->stock, &stage->spec);
	stage->stock = NULL;
}

void stage_close(struct stage *stage)
{
	sb_close(stage->box);
	warm_give(stage->warm, stage->spec.warm);
	warm_give_stock(stage->warm, stage->stock, NULL);
	sb_pipes_close(&stage->pipe);
}
