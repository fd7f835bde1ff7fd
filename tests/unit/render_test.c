/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Completions, chunks and errors, to the letter: clients validate them. */

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/render.h"
#include "core/request.h"
#include "tests/unit/render_fixture.h"
#include "tests/unit/tap.h"

#define CODEEXEC                                                               \
	"\"codeexec\":{\"status\":\"exited\",\"exit_code\":0,\"signal\":null," \
	"\"timed_out\":false,\"stderr\":\"\",\"duration_ms\":41,\"blocks\":1," \
	"\"sandbox\":\"native\",\"network\":\"none\",\"user\":\"userns\","     \
	"\"stdout_truncated\":false,\"stderr_truncated\":false,"               \
	"\"stdout_base64\":null,\"cpu_ms\":12,\"max_rss_bytes\":9437184,"      \
	"\"lower_bounds\":[],\"limits_by\":{\"memory\":\"cgroup2\"},"          \
	"\"ignored\":[\"temperature\"],\"steps\":[{\"program\":\"python\","    \
	"\"start\":\"cold\",\"status\":\"exited\",\"exit_code\":0,\"signal\":" \
	"null,"                                                                \
	"\"stderr\":\"\",\"duration_ms\":40,\"cpu_ms\":12,"                    \
	"\"max_rss_bytes\":9437184,\"lower_bounds\":[]}],\"files\":[],"        \
	"\"files_refused\":[],\"files_truncated\":false}"

static void completion_test(void)
{
	static const char want[] =
		"{\"id\":\"codeexec-00\",\"object\":\"chat.completion\","
		"\"created\":1700000000,\"model\":\"py/\xc3\xa4\","
		"\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\","
		"\"content\":\"a/b\\n\\u0000\\u001b\x7f\",\"refusal\":null},"
		"\"logprobs\":null,\"finish_reason\":\"stop\"}],"
		"\"usage\":{\"prompt_tokens\":0,\"completion_tokens\":0,"
		"\"total_tokens\":0},\"system_fingerprint\":\"fp\"," CODEEXEC
		"}";
	char model[] = "py/\xc3\xa4";
	struct request request = {.model = model};
	struct render_context context = {
		.request = &request, .fingerprint = "fp"};
	struct result result = result_make("a/b\n\0\x1b\x7f", 7, 1);
	struct buf out = {0};

	strings_add(&request.ignored, "temperature");
	result.run[0].duration_ms = 41;
	result.run[0].step[0].duration_ms = 40;
	result.run[0].step[0].cpu_ms = 12;
	result.run[0].step[0].max_rss_bytes = 9437184;
	if (!tap_ok(!render_completion(&context, &result, &out) &&
			    !strcmp(out.data, want),
		    "a completion is as DESIGN.md has it"))
		printf("# got: %s\n", out.data);
	buf_free(&out);
	context.pretty = true;
	tap_ok(!render_completion(&context, &result, &out) &&
			strstr(out.data, "\n  \"object\": \"chat.completion\""),
		"a pretty one is indented");
	buf_free(&out);
	strings_free(&request.ignored);
	result_free(&result);
}

static void status_test(void)
{
	struct result result = result_make("", 0, 1);
	struct run_result *run = &result.run[0];

	tap_ok(shows(&result, "\"model\":\"codeexec\""),
		"without a model it is codeexec");
	run->status = RUN_SIGNALED;
	run->exit_code = 139;
	run->signal = SIGSEGV;
	tap_ok(shows(&result, "\"status\":\"signaled\",\"exit_code\":139,"
			      "\"signal\":\"SIGSEGV\",\"timed_out\":false"),
		"a signal has its name");
	run->signal = 40;
	tap_ok(shows(&result, "\"signal\":\"SIG40\""),
		"a nameless signal has its number");
	run->status = RUN_TIMED_OUT;
	tap_ok(shows(&result, "\"status\":\"timed_out\"") &&
			shows(&result, "\"timed_out\":true"),
		"O8: a timeout is said twice");
	tap_ok(shows(&result, "\"finish_reason\":\"stop\""),
		"O8: and stops, since all output is there");
	run->status = RUN_OUTPUT_LIMIT;
	run->stdout_truncated = true;
	tap_ok(shows(&result, "\"finish_reason\":\"length\"") &&
			shows(&result, "\"stdout_truncated\":true"),
		"O10: output that was cut has finish_reason length");
	result_free(&result);
}

static void bytes_test(void)
{
	struct result result = result_make("a\xff"
					   "b",
		3, 1);
	struct run_result *run = &result.run[0];

	tap_ok(shows(&result, "\"content\":\"a\xef\xbf\xbd"
			      "b\"") &&
			shows(&result, "\"stdout_base64\":\"Yf9i\""),
		"O1: a bad byte is replaced, and there in base64");
	buf_append(&run->step[0].stderr_text, "\xf0\x9f", 2);
	tap_ok(shows(&result, "\"stderr\":\"\xef\xbf\xbd\""),
		"stderr is repaired");
	result_free(&result);
}

static void sums_test(void)
{
	struct result result = result_make("", 0, 0);
	struct run_result run = run_make("", 0, 2);
	struct step_result *step = run.step;

	result.run = realloc(result.run, sizeof(run));
	result.run[0] = run;
	result.count = 1;
	step[0].cpu_ms = 5;
	step[1].cpu_ms = 7;
	step[0].max_rss_bytes = 200;
	step[1].max_rss_bytes = 100;
	step[1].cpu_lower_bound = true;
	step[0].stderr_truncated = true;
	buf_append(&step[0].stderr_text, "a\xf0\x9f", 3);
	buf_append(&step[1].stderr_text, "\x98\x80\n", 3);
	tap_ok(shows(&result, "\"cpu_ms\":12,\"max_rss_bytes\":200,"
			      "\"lower_bounds\":[\"cpu_ms\"]"),
		"CPU time is summed, memory is the most, bounds are named");
	tap_ok(shows(&result, "\"blocks\":2") &&
			shows(&result, "\"stderr_truncated\":true"),
		"steps are counted, and a cut stderr is said");
	tap_ok(shows(&result, "\"stderr\":\"a\xef\xbf\xbd\xef\xbf\xbd\xef\xbf"
			      "\xbd\\n\""),
		"the stderr of two steps never makes a character");
	result_free(&result);
}

static void bounds_test(void)
{
	struct result result = result_make("", 0, 0);
	struct run_result run = run_make("", 0, 3);

	result.run = realloc(result.run, sizeof(run));
	result.run[0] = run;
	result.count = 1;
	run.step[0].max_rss_lower_bound = true;
	run.step[1].cpu_lower_bound = true;
	tap_ok(shows(&result, "\"lower_bounds\":[\"cpu_ms\",\"max_rss_bytes\"],"
			      "\"limits_by\""),
		"a bound of any step is one of the run");
	tap_ok(shows(&result, "\"lower_bounds\":[\"max_rss_bytes\"]},{") &&
			shows(&result, "\"lower_bounds\":[\"cpu_ms\"]},{") &&
			shows(&result, "\"lower_bounds\":[]}]"),
		"and stands at that step alone");
	result_free(&result);
}

static void runs_test(void)
{
	struct result result = result_make("x", 1, 2);

	result.run[1].exit_code = 3;
	tap_ok(shows(&result, "{\"index\":1,\"message\":{\"role\":"),
		"n runs are n choices");
	tap_ok(shows(&result, "\"runs\":[{\"status\":\"exited\",\"exit_code\":"
			      "0,") &&
			shows(&result, "},{\"status\":\"exited\",\"exit_code\":"
				       "3,"),
		"and n entries of runs");
	tap_ok(shows(&result, "\"blocks\":1,\"stdout_truncated\""),
		"which leave out what is so for all");
	result_free(&result);
}

static void error_test(void)
{
	struct error e = {0};
	struct buf out = {0};

	fail_at(&e, ERR_INVALID_VALUE, "n", "'n' must be \"1\"\xc3");
	tap_ok(!render_error(&e, false, &out) &&
			!strcmp(out.data,
				"{\"error\":{\"message\":\"'n' must be "
				"\\\"1\\\""
				"\xef\xbf\xbd\",\"type\":"
				"\"invalid_request_error\",\"param\":\"n\","
				"\"code\":\"invalid_value\"}}"),
		"an error has four members and is valid UTF-8");
	buf_free(&out);
	fail(&e, ERR_INTERNAL, "x");
	tap_ok(!render_error(&e, true, &out) &&
			strstr(out.data, "\"param\": null"),
		"an error that is of no member has param null");
	buf_free(&out);
}

#define HEAD                                                                   \
	"data: {\"id\":\"codeexec-00\",\"object\":\"chat.completion.chunk\","  \
	"\"created\":1700000000,\"model\":\"codeexec\",\"choices\":["
#define DELTA(delta, reason)                                                   \
	HEAD "{\"index\":0,\"delta\":{" delta "},\"logprobs\":null,"           \
	     "\"finish_reason\":" reason "}]"

static void stream_is(const struct buf *out, const char *want, const char *name)
{
	if (!tap_ok(!strcmp(out->data ? out->data : "", want), "%s", name))
		printf("# got: %s\n", out->data);
}

static void stream_test(void)
{
	struct request request = {0};
	struct render_context context = {.request = &request, .pretty = true};
	struct render_stream stream = {.context = &context,
		.id = "codeexec-00",
		.created = 1700000000};
	struct result result = result_make("", 0, 1);
	struct buf out = {0};

	render_stream_start(&stream, &out);
	stream_is(&out,
		DELTA("\"role\":\"assistant\",\"content\":\"\",\"refusal\":"
		      "null",
			"null") "}\n\n",
		"a stream begins with the role");
	out.len = 0;
	render_stream_content(&stream, "a\xf0\x9f", 3, &out);
	stream_is(&out, DELTA("\"content\":\"a\"", "null") "}\n\n",
		"O2: a cut character is held back");
	buf_free(&out);
	render_stream_content(&stream, "\x98", 1, &out);
	tap_ok(!out.len, "O2: and makes no chunk while it is not whole");
	render_stream_content(&stream, "\x80\xe2", 2, &out);
	stream_is(&out, DELTA("\"content\":\"\U0001f600\"", "null") "}\n\n",
		"O2: then it comes whole");
	out.len = 0;
	render_stream_idle(&stream, &out);
	stream_is(&out, DELTA("", "null") "}\n\n",
		"an idle chunk has an empty delta");
	out.len = 0;
	render_stream_end(&stream, &result, &out);
	tap_ok(strstr(out.data, DELTA("\"content\":\"\xef\xbf\xbd\"",
					"null") "}\n\n") == out.data,
		"what stays cut at the end is replaced");
	tap_ok(strstr(out.data, DELTA("", "\"stop\"") ",\"codeexec\":{"),
		"codeexec rides with the finish_reason");
	tap_ok(strstr(out.data, "}\n\ndata: [DONE]\n\n") &&
			!strstr(out.data, "usage"),
		"[DONE] is last, and usage is not sent unasked");
	buf_free(&out);
	result_free(&result);
}

static void usage_test(void)
{
	struct request request = {.include_usage = true};
	struct render_context context = {.request = &request};
	struct render_stream stream = {.context = &context,
		.id = "codeexec-00",
		.created = 1700000000};
	struct result result = result_make("", 0, 1);
	struct buf out = {0};

	render_stream_start(&stream, &out);
	tap_ok(strstr(out.data, "}],\"usage\":null}\n\n"),
		"with include_usage all chunks have usage");
	out.len = 0;
	render_stream_end(&stream, &result, &out);
	tap_ok(strstr(out.data, "}],\"usage\":null,\"codeexec\":{"),
		"the last but one too");
	tap_ok(strstr(out.data,
		       HEAD "],\"usage\":{\"prompt_tokens\":0,"
			    "\"completion_tokens\":0,\"total_tokens\":0}}\n\n"
			    "data: [DONE]\n\n"),
		"and the last has zeros and no choice");
	buf_free(&out);
	result_free(&result);
}

int main(void)
{
	completion_test();
	status_test();
	bytes_test();
	sums_test();
	bounds_test();
	runs_test();
	error_test();
	stream_test();
	usage_test();
	return tap_done();
}
