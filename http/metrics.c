/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Counters in short lists: there are as many as there are statuses, programs
 * and layers. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/plan.h"
#include "core/registry.h"
#include "core/result.h"
#include "http/metrics.h"

static const int bucket_ms[METRICS_BUCKETS] = {
	5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10000};

static void count(struct counters *counters, const char *a, const char *b)
{
	struct counter *item;

	for (size_t i = 0; i < counters->count; i++) {
		item = &counters->item[i];
		if (!strcmp(item->label[0], a) && !strcmp(item->label[1], b)) {
			item->count++;
			return;
		}
	}
	item = realloc(counters->item, (counters->count + 1) * sizeof(*item));
	if (!item)
		return; /* a count less does no harm */
	counters->item = item;
	item += counters->count++;
	*item = (struct counter){.count = 1};
	(void)snprintf(item->label[0], sizeof(item->label[0]), "%s", a);
	(void)snprintf(item->label[1], sizeof(item->label[1]), "%s", b);
}

void metrics_request(struct metrics *metrics, int status, int64_t duration_us)
{
	size_t i = 0;
	char text[16];

	(void)snprintf(text, sizeof(text), "%d", status);
	count(&metrics->requests, text, "");
	while (i < METRICS_BUCKETS &&
		duration_us > bucket_ms[i] * INT64_C(1000))
		i++;
	metrics->bucket[i]++;
	metrics->duration_us += (uint64_t)duration_us;
	metrics->duration_count++;
}

void metrics_runs(struct metrics *metrics, const struct result *result)
{
	for (size_t i = 0; i < result->count; i++)
		for (size_t j = 0; j < result->run[i].step_count; j++) {
			const struct step_result *step =
				&result->run[i].step[j];

			count(&metrics->runs, step->program,
				run_status_text(step->status));
			count(&metrics->starts, step->program,
				step->warm ? "warm" : "cold");
		}
}

void metrics_cut(struct metrics *metrics, const struct plan *plan)
{
	for (size_t i = 0; i < plan->count; i++)
		count(&metrics->runs, plan->step[i].program->name, "cancelled");
}

void metrics_refusal(struct metrics *metrics, const char *layer)
{
	count(&metrics->refusals, layer, "");
}

/* What a family of counters is called. */
struct family {
	const char *name;
	const char *help;
	const char *label[2]; /* NULL = not used */
};

static const struct family requests = {"codeexec_requests_total",
	"Requests answered, by HTTP status.", {"status", NULL}};
static const struct family runs = {"codeexec_runs_total",
	"Blocks run, by program and how they ended.", {"program", "outcome"}};
static const struct family starts = {"codeexec_starts_total",
	"Blocks started, by program: warm, or cold with a boot of their own.",
	{"program", "start"}};
static const struct family refusals = {"codeexec_refusals_total",
	"Runs refused, by the layer of the sandbox that could not be applied.",
	{"layer", NULL}};

static int render_counters(const struct family *family,
	const struct counters *counters, struct buf *out)
{
	if (buf_printf(out, "# HELP %s %s\n# TYPE %s counter\n", family->name,
		    family->help, family->name))
		return -1;
	for (size_t i = 0; i < counters->count; i++) {
		const struct counter *item = &counters->item[i];

		if (buf_printf(out, "%s{%s=\"%s\"", family->name,
			    family->label[0], item->label[0]) ||
			(family->label[1] &&
				buf_printf(out, ",%s=\"%s\"", family->label[1],
					item->label[1])) ||
			buf_printf(out, "} %" PRIu64 "\n", item->count))
			return -1;
	}
	return 0;
}

static int render_gauge(
	const char *name, const char *help, size_t value, struct buf *out)
{
	return buf_printf(out, "# HELP %s %s\n# TYPE %s gauge\n%s %zu\n", name,
		help, name, name, value);
}

static int render_durations(const struct metrics *metrics, struct buf *out)
{
	static const char name[] = "codeexec_request_duration_seconds";
	uint64_t below = 0;

	if (buf_printf(out,
		    "# HELP %s From the head of a request to the end of its "
		    "answer.\n# TYPE %s histogram\n",
		    name, name))
		return -1;
	for (size_t i = 0; i < METRICS_BUCKETS; i++) {
		below += metrics->bucket[i];
		if (buf_printf(out, "%s_bucket{le=\"%g\"} %" PRIu64 "\n", name,
			    bucket_ms[i] / 1000.0, below))
			return -1;
	}
	return buf_printf(out,
		"%s_bucket{le=\"+Inf\"} %" PRIu64 "\n%s_sum %.6f\n%s_count "
		"%" PRIu64 "\n",
		name, metrics->duration_count, name,
		(double)metrics->duration_us / 1e6, name,
		metrics->duration_count);
}

int metrics_render(const struct metrics *metrics, const struct gauges *gauges,
	struct buf *out)
{
	if (render_counters(&requests, &metrics->requests, out) ||
		render_counters(&runs, &metrics->runs, out) ||
		render_counters(&starts, &metrics->starts, out) ||
		render_counters(&refusals, &metrics->refusals, out))
		return -1;
	if (render_gauge("codeexec_in_flight",
		    "Requests that run at the moment.", gauges->running, out) ||
		render_gauge("codeexec_waiting",
			"Requests that wait for a slot.", gauges->waiting,
			out) ||
		render_gauge("codeexec_connections", "Open connections.",
			gauges->connections, out))
		return -1;
	return render_durations(metrics, out);
}

void metrics_free(struct metrics *metrics)
{
	free(metrics->requests.item);
	free(metrics->runs.item);
	free(metrics->starts.item);
	free(metrics->refusals.item);
	*metrics = (struct metrics){0};
}
