/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* What GET /metrics tells, of this process: Prometheus' text format 0.0.4. */
#ifndef HTTP_METRICS_H
#define HTTP_METRICS_H

#include <stddef.h>
#include <stdint.h>

#include "core/buf.h"

struct plan;
struct result;

/* One counter of a family, told apart by one or two labels. */
struct counter {
	char label[2][32]; /* values; "" = not used */
	uint64_t count;
};

/* Counters that share a name. Zero = empty. */
struct counters {
	struct counter *item; /* owned */
	size_t count;
};

#define METRICS_BUCKETS 11

/* Zero-initialise; metrics_free(). */
struct metrics {
	struct counters requests;             /* by HTTP status */
	struct counters runs;                 /* by program and outcome */
	struct counters starts;               /* by program, cold or warm */
	struct counters refusals;             /* by layer of the sandbox */
	uint64_t bucket[METRICS_BUCKETS + 1]; /* of request durations */
	uint64_t duration_us;                 /* their sum */
	uint64_t duration_count;
};

/* What is so at the moment. */
struct gauges {
	size_t running;     /* runs in this process */
	size_t waiting;     /* requests that wait for a slot */
	size_t connections; /* open ones */
};

/* A request was answered with STATUS after DURATION_US. */
void metrics_request(struct metrics *metrics, int status, int64_t duration_us);

/* Every block of RESULT counts as a run of its program. */
void metrics_runs(struct metrics *metrics, const struct result *result);

/* What PLAN has begun was ended since its client had gone: "cancelled". */
void metrics_cut(struct metrics *metrics, const struct plan *plan);

/* A run was refused since LAYER could not be applied. */
void metrics_refusal(struct metrics *metrics, const char *layer);

/* Append all of it to OUT. 0, or -1 when memory is out. */
int metrics_render(const struct metrics *metrics, const struct gauges *gauges,
	struct buf *out);

void metrics_free(struct metrics *metrics);

#endif
