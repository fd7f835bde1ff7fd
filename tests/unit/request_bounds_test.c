/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* How long, how deep and how many: the bounds of a request. */

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/error.h"
#include "core/request.h"
#include "tests/unit/tap.h"

#define USER "{\"role\":\"user\",\"content\":\"1\"}"
#define MESSAGES "\"messages\":[" USER "]"

/* Is the text HEAD, LEN times FILL, TAIL refused with what MESSAGE says? */
static bool refuses(
	const char *head, size_t len, const char *tail, const char *message)
{
	size_t used = strlen(head);
	char *json = malloc(used + len + strlen(tail) + 1);
	struct request request = {0};
	struct error e = {0};
	int result;

	if (!json)
		abort();
	(void)stpcpy(json, head);
	memset(json + used, 'a', len);
	memcpy(json + used + len, tail, strlen(tail) + 1);
	result = request_parse(json, strlen(json), &request, &e);
	request_free(&request);
	free(json);
	return message ? result == -1 && strstr(e.message, message) : !result;
}

static void lengths_test(void)
{
	static const char path[] = "{" MESSAGES ",\"codeexec\":{\"files\":[{"
				   "\"content\":\"\",\"path\":\"";
	static const char arg[] = "{" MESSAGES ",\"codeexec\":{\"args\":[\"";

	tap_ok(refuses(path, 255, "\"}]}}", NULL), "a name of 255 bytes");
	tap_ok(refuses(path, 256, "\"}]}}", "255 bytes"),
		"a name of 256 bytes is refused");
	tap_ok(refuses(path, 4001, "\"}]}}", "4000 bytes"),
		"a path of 4001 bytes is refused");
	tap_ok(refuses(arg, 131071, "\"]}}", NULL),
		"an argument of 131,071 bytes");
	tap_ok(refuses(arg, 131072, "\"]}}", "131071 bytes"),
		"an argument of 131,072 bytes is refused");
	tap_ok(refuses("{\"messages\":[{\"role\":\"user\",\"content\":\"",
		       200000, "\"}]}", NULL),
		"J17: 200 KB of code");
}

static void depth_test(int depth)
{
	struct buf json = {0};
	struct request request = {0};
	struct error e = {0};

	buf_printf(&json, "{" MESSAGES ",\"x\":");
	for (int i = 0; i < depth; i++)
		buf_append(&json, "[", 1);
	tap_ok(request_parse(json.data, json.len, &request, &e) == -1 &&
			strstr(e.message, "too deep"),
		"J5: %d arrays in each other are refused", depth);
	request_free(&request);
	buf_free(&json);
}

/* Many of one thing: what is refused or not, it is done with in time, since
 * nothing is quadratic in what a caller may send many of. */
static const struct many {
	const char *name;
	const char *head;
	const char *before; /* the number of each, from 0, ... */
	const char *after;  /* ... and behind it */
	const char *tail;
	int count;
} manies[] = {
	{"members", "{", "\"m", "\":0,", MESSAGES "}", 400000},
	{"parts", "{\"messages\":[{\"role\":\"user\",\"content\":[",
		"{\"type\":\"t", "\"},", "{\"type\":\"x\"}]}]}", 200000},
	{"messages", "{\"messages\":[", "{\"role\":\"system\",\"content\":\"",
		"\"},", USER "]}", 200000},
	{"files", "{" MESSAGES ",\"codeexec\":{\"files\":[", "{\"path\":\"a/",
		"\",\"content\":\"\"},", "{\"path\":\"b\",\"content\":\"\"}]}}",
		100000},
	{"arguments", "{" MESSAGES ",\"codeexec\":{\"args\":[", "\"", "\",",
		"\"\"]}}", 400000},
};

static void many_test(const struct many *m)
{
	struct request request = {0};
	struct error e = {0};
	struct buf json = {0};
	char *each = malloc((size_t)m->count * 64);
	char *at = each;
	clock_t start;

	for (int i = 0; i < m->count; i++)
		at += snprintf(at, 64, "%s%d%s", m->before, i, m->after);
	buf_printf(&json, "%s%s%s", m->head, each, m->tail);
	start = clock();
	(void)request_parse(json.data, json.len, &request, &e);
	start = clock() - start;
	tap_ok(start < 10 * CLOCKS_PER_SEC, "%d %s in %.2f s, %zu ignored %s",
		m->count, m->name, (double)start / CLOCKS_PER_SEC,
		request.ignored.count, e.message);
	request_free(&request);
	buf_free(&json);
	free(each);
}

int main(void)
{
	lengths_test();
	depth_test(5000);
	depth_test(100000);
	for (size_t i = 0; i < sizeof(manies) / sizeof(*manies); i++)
		many_test(&manies[i]);
	return tap_done();
}
