/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Results to render, for the unit tests of that. */
#ifndef TESTS_UNIT_RENDER_FIXTURE_H
#define TESTS_UNIT_RENDER_FIXTURE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/render.h"
#include "core/request.h"

/* A step or a run with TEXT as its output. */
static struct step_result step_make(const char *program, const char *text)
{
	struct step_result step = {.program = program};

	buf_append(&step.stderr_text, text, strlen(text));
	return step;
}

static struct run_result run_make(const char *text, size_t len, size_t steps)
{
	struct run_result run = {.step_count = steps};

	buf_append(&run.stdout_text, text, len);
	run.step = calloc(steps, sizeof(*run.step));
	if (!run.step)
		abort();
	for (size_t i = 0; i < steps; i++)
		run.step[i] = step_make("python", "");
	return run;
}

/* A result of COUNT runs, all the same, with TEXT as stdout. */
static struct result result_make(const char *text, size_t len, size_t count)
{
	struct result result = {.count = count,
		.sandbox = "native",
		.network = "none",
		.user = "userns",
		.memory_by = "cgroup2",
		.created = 1700000000,
		.id = "codeexec-00"};

	result.run = calloc(count + 1, sizeof(*result.run));
	if (!result.run)
		abort();
	for (size_t i = 0; i < count; i++)
		result.run[i] = run_make(text, len, 1);
	return result;
}

/* Does the completion of RESULT hold TEXT? */
static bool shows(const struct result *result, const char *text)
{
	struct request request = {0};
	struct render_context context = {.request = &request};
	struct buf out = {0};
	bool found;

	found = !render_completion(&context, result, &out) &&
		strstr(out.data, text);
	if (!found)
		printf("# got: %s\n", out.data);
	buf_free(&out);
	return found;
}

#endif
