/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* An error as the end of what has been answered so far. */

#include <string.h>

#include "core/answer.h"
#include "core/error.h"
#include "tests/unit/tap.h"

static struct buf got;

static int take(void *to, const char *data, size_t len)
{
	(void)to;
	return buf_append(&got, data, len);
}

static void check(bool streamed, const char *front, const char *back)
{
	static const char object[] =
		"{\"error\":{\"message\":\"gone\",\"type\":\"server_error\","
		"\"param\":null,\"code\":\"internal_error\"}}";
	const struct outlet outlet = {.fd = -1, .write = take};
	const struct answer answer = {.streamed = streamed};
	autobuf struct buf wanted = {0};
	struct error e = {0};

	(void)fail(&e, ERR_INTERNAL, "gone");
	got.len = 0;
	tap_ok(!answer_error(&outlet, &answer, &e), "written");
	tap_ok(!buf_printf(&wanted, "%s%s%s", front, object, back) &&
			got.len == wanted.len &&
			!memcmp(got.data, wanted.data, got.len),
		streamed ? "in the midst of a stream it is an event, and "
			   "there is no [DONE] behind it"
			 : "else it is an object on a line");
}

int main(void)
{
	check(true, "data: ", "\n\n");
	check(false, "", "\n");
	buf_free(&got);
	return tap_done();
}
