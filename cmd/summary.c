/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Two renderings of struct batch_summary. */

#include <inttypes.h>
#include <stdio.h>

#include "cmd/cmd.h"
#include "cmd/summary.h"
#include "core/batch.h"
#include "core/buf.h"
#include "core/render_json.h"

/* A request that is indented, or a script, is wrong in every line. */
static void print_hint(const struct batch_summary *s)
{
	if (s->invalid && !s->requests && !s->skipped)
		cmd_say(NULL, "no line is a request: each must be a JSON "
			      "object as a whole; 'jq -c . FILE' makes it so");
}

static void print_line(const struct summary *summary)
{
	const struct batch_summary *s = summary->batch;

	(void)fprintf(stderr,
		"codeexec: %" PRId64 " requests: %" PRId64 " passed, %" PRId64
		" failed, %" PRId64 " timed out, %" PRId64
		" over a limit, %" PRId64 " refused",
		s->requests, s->passed, s->failed, s->timed_out, s->limited,
		s->refused);
	if (s->invalid)
		(void)fprintf(stderr, ", %" PRId64 " line%s invalid",
			s->invalid, s->invalid == 1 ? "" : "s");
	if (s->skipped)
		(void)fprintf(stderr, ", %" PRId64 " skipped", s->skipped);
	(void)fprintf(stderr, "; %.1f s wall, %.1f s CPU",
		(double)summary->took_ms / 1000, (double)s->cpu_ms / 1000);
	if (s->slowest[0])
		(void)fprintf(stderr, ", slowest %s %.1f s", s->slowest,
			(double)s->slowest_ms / 1000);
	(void)fprintf(stderr, "%s\n",
		summary->interrupted ? "; interrupted"
		: s->stopped         ? "; stopped at the first failure"
				     : "");
	print_hint(s);
}

static void print_json(const struct summary *summary)
{
	const struct batch_summary *s = summary->batch;
	autobuf struct buf text = {0};
	struct json_build b = {0};
	struct json_object *o = put_object(&b, NULL, NULL);

	put_integer(&b, o, "requests", s->requests);
	put_integer(&b, o, "passed", s->passed);
	put_integer(&b, o, "failed", s->failed);
	put_integer(&b, o, "timed_out", s->timed_out);
	put_integer(&b, o, "over_a_limit", s->limited);
	put_integer(&b, o, "refused", s->refused);
	put_integer(&b, o, "invalid", s->invalid);
	put_integer(&b, o, "skipped", s->skipped);
	put_integer(&b, o, "wall_ms", summary->took_ms);
	put_integer(&b, o, "cpu_ms", s->cpu_ms);
	put_string(&b, o, "slowest", s->slowest[0] ? s->slowest : NULL);
	put_integer(&b, o, "slowest_ms", s->slowest_ms);
	put_boolean(&b, o, "stopped", s->stopped);
	put_boolean(&b, o, "interrupted", summary->interrupted);
	if (!build_finish(&b, false, &text))
		(void)fprintf(stderr, "%s\n", text.data);
}

void summary_print(const struct summary *summary, bool json)
{
	if (json)
		print_json(summary);
	else
		print_line(summary);
}
