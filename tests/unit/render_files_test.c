/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* What was collected, and what was not, in a completion. */

#include <stdlib.h>
#include <string.h>

#include "tests/unit/render_fixture.h"
#include "tests/unit/tap.h"

/* A run with a file for each of CONTENT. */
static struct result files_make(const char *const *content, size_t count)
{
	struct result result = result_make("", 0, 1);
	struct run_result *run = &result.run[0];

	run->file = calloc(count, sizeof(*run->file));
	if (!run->file)
		abort();
	for (size_t i = 0; i < count; i++) {
		struct result_file *file = &run->file[run->file_count++];

		file->path = strdup(i ? "nul\xff" : "a/b");
		buf_append(&file->content, content[i], strlen(content[i]));
	}
	return result;
}

static void files_test(void)
{
	static const char *const content[] = {"\xc3\xa4", "a", ""};
	struct result result = files_make(content, 3);
	struct run_result *run = &result.run[0];

	buf_append(&run->file[1].content, "\0", 1);
	run->files_truncated = true;
	tap_ok(shows(&result,
		       "\"files\":[{\"path\":\"a/b\",\"content\":\"\xc3\xa4\","
		       "\"size\":2},{\"path\":\"nul\xef\xbf\xbd\","
		       "\"path_base64\":\"bnVs/w==\","
		       "\"content_base64\":\"YQA=\",\"size\":2},{\"path\":"
		       "\"nul\xef\xbf\xbd\",\"path_base64\":\"bnVs/w==\","
		       "\"content\":\"\",\"size\":0}],"
		       "\"files_refused\":[],\"files_truncated\":true"),
		"files and paths are text where they can be");
	result_free(&result);
}

static void refused_test(void)
{
	struct result result = result_make("", 0, 1);
	struct run_result *run = &result.run[0];

	run->refused = calloc(2, sizeof(*run->refused));
	if (!run->refused)
		abort();
	run->refused_count = 2;
	run->refused[0].path = strdup("a\n");
	run->refused[0].reason = "fifo";
	run->refused[1].path = strdup("\xff");
	run->refused[1].reason = "too_large";
	tap_ok(shows(&result, "\"files_refused\":[{\"path\":\"a\\n\","
			      "\"reason\":\"fifo\"},{\"path\":\"\xef\xbf\xbd\","
			      "\"path_base64\":\"/w==\","
			      "\"reason\":\"too_large\"}],"
			      "\"files_truncated\":false"),
		"what was refused has its reason");
	result_free(&result);
}

/* Text as long as JSON does not more than double it. */
static void swelling_test(void)
{
	static const char *const content[] = {"\"\\\n\r\t\b\f", "\x7f\x01zzzz",
		"\x01zzzz", "\x01zzz", "\x1f\x1f"};
	static const char *const want[] = {
		"\"content\":\"\\\"\\\\\\n\\r\\t\\b\\f\"",
		"\"content\":\"\x7f\\u0001zzzz\"",
		"\"content\":\"\\u0001zzzz\"",
		"\"content_base64\":\"AXp6eg==\"",
		"\"content_base64\":\"Hx8=\""};
	struct result result = files_make(content, 5);

	for (size_t i = 0; i < 5; i++)
		tap_ok(shows(&result, want[i]), "swelling: %zu", i);
	result_free(&result);
}

int main(void)
{
	files_test();
	refused_test();
	swelling_test();
	return tap_done();
}
