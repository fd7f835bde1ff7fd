/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The words of a result, and its end. */

#include <stdlib.h>

#include "core/result.h"

const char *run_status_text(enum run_status status)
{
	static const char *const text[] = {
#define RUN_STATUS_TEXT(name, word) [name] = (word),
		RUN_STATUS_TABLE(RUN_STATUS_TEXT)
#undef RUN_STATUS_TEXT
	};

	return text[status];
}

static void run_free(struct run_result *run)
{
	for (size_t i = 0; i < run->step_count; i++)
		buf_free(&run->step[i].stderr_text);
	for (size_t i = 0; i < run->file_count; i++) {
		free(run->file[i].path);
		buf_free(&run->file[i].content);
	}
	for (size_t i = 0; i < run->refused_count; i++)
		free(run->refused[i].path);
	free(run->step);
	free(run->file);
	free(run->refused);
	buf_free(&run->stdout_text);
}

void result_free(struct result *result)
{
	for (size_t i = 0; i < result->count; i++)
		run_free(&result->run[i]);
	free(result->run);
	*result = (struct result){0};
}
