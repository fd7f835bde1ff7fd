/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The JSON validator: its messages, its bounds, and JSONTestSuite, whose
 * folder is found under argv[1], $CODEEXEC_TEST_DATA or ../shared/data.
 */

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/error.h"
#include "core/json_check.h"
#include "core/request.h"
#include "tests/unit/tap.h"

static int check(const char *text, size_t len, struct error *e)
{
	struct json_span span;

	*e = (struct error){0};
	return json_check(text, len, &span, e);
}

/* Each message in full: it is what the caller has to go by. */
static const struct {
	const char *text;
	const char *message;
} refused[] = {
	{"", "byte 0: the text is empty"},
	{" \n", "byte 2: the text is empty"},
	{"\xef\xbb\xbf", "byte 3: the text is empty"},
	{"{\"a\":\"\xff\"}", "byte 6: invalid UTF-8"},
	{"[\"\xed\xa0\x80\"]", "byte 2: invalid UTF-8"},
	{"[1] x", "byte 4: more follows behind the value"},
	{"{'a':1}",
		"byte 1: wanted a member name in double quotes or '}', found "
		"'''"},
	{"{\"a\":1,}",
		"byte 7: wanted a member name in double quotes, found '}'"},
	{"{\"a\" 1}", "byte 5: wanted ':', found '1'"},
	{"{\"a\":1 \"b\"}", "byte 7: wanted ',' or '}', found '\"'"},
	{"[1 2]", "byte 3: wanted ',' or ']', found '2'"},
	{"[1,]", "byte 3: wanted a value, found ']'"},
	{"[\x01]", "byte 1: wanted a value or ']', found byte 0x01"},
	{"[1", "byte 2: wanted ',' or ']', but the text ends"},
	{"{\"a\":", "byte 5: wanted a value, but the text ends"},
	{"[\"a", "byte 1: a string begins that does not end"},
	{"[\"a\nb\"]",
		"byte 3: control character in a string, where only an escape "
		"may stand"},
	{"[\"\\x\"]", "byte 2: unknown escape in a string"},
	{"[\"\\u12g4\"]", "byte 2: \\u wants four hexadecimal digits"},
	{"[\"\\", "byte 2: the text ends within an escape"},
	{"[\"\\ud83d\"]", "byte 2: high surrogate without a low one behind"},
	{"[\"\\ud83d\\u0041\"]",
		"byte 2: high surrogate without a low one behind"},
	{"[\"\\ude00\"]", "byte 2: low surrogate without a high one before"},
	{"[01]", "byte 1: a number with a leading zero"},
	{"[-]", "byte 2: '-' wants a digit behind it"},
	{"[2.]", "byte 3: a decimal point wants a digit behind it"},
	{"[1e+]", "byte 4: an exponent wants a digit"},
	{"[NaN]", "byte 1: a word, and not true, false or null"},
	{"[nul]", "byte 1: a word, and not true, false or null"},
};

static void messages_test(void)
{
	for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++) {
		struct error e;
		char want[256];
		const char *text = refused[i].text;

		(void)snprintf(want, sizeof(want), "invalid JSON at %s",
			refused[i].message);
		if (!tap_ok(check(text, strlen(text), &e) == -1 &&
				    e.kind == ERR_INVALID_JSON &&
				    !strcmp(e.message, want),
			    "refused: %s", refused[i].message))
			printf("# got: %s\n", e.message);
	}
}

static void span_test(void)
{
	struct json_span span;
	struct error e = {0};

	tap_ok(!json_check("\xef\xbb\xbf [1]\n", 8, &span, &e) &&
			span.len == 3 && !memcmp(span.data, "[1]", 3),
		"the value is given without mark and blanks");
	tap_ok(check("[1\0]", 4, &e) == -1 &&
			strstr(e.message, "byte 2: wanted ',' or ']', found "
					  "byte 0x00"),
		"a NUL between values is refused");
	tap_ok(!check("\"\\ud83d\\ude00\\u0000\"", 20, &e),
		"a surrogate pair and an escaped NUL are valid");
}

/* LEN bytes: DEPTH times "[", then as often "]" if CLOSED. */
static void depth_test(size_t depth, bool closed, bool good)
{
	size_t len = closed ? 2 * depth : depth;
	char *text = malloc(len);
	struct error e;
	int result;

	if (!text)
		abort();
	memset(text, '[', depth);
	memset(text + depth, ']', len - depth);
	result = check(text, len, &e);
	tap_ok(good ? !result
		    : result == -1 &&
				strstr(e.message, "byte 64: nested too deep"),
		"J5: %zu arrays in each other are %s", depth,
		good ? "taken" : "refused");
	free(text);
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* A body of 100 MB, of PIECE again and again between HEAD and TAIL. */
static void large_test(
	const char *name, const char *head, const char *piece, const char *tail)
{
	size_t times = (size_t)100 * 1000 * 1000 / strlen(piece);
	size_t len = strlen(head) + times * strlen(piece) + strlen(tail);
	char *text = malloc(len + 1);
	char *at;
	struct request request = {0};
	struct error e = {0};
	double start;
	int result;

	if (!text)
		abort();
	at = stpcpy(text, head);
	for (size_t i = 0; i < times; i++)
		at = mempcpy(at, piece, strlen(piece));
	memcpy(at, tail, strlen(tail));
	start = now();
	result = request_parse(text, len, &request, &e);
	start = now() - start;
	tap_ok(!result && start < 20, "100 MB of %s: %.2f s %s", name, start,
		e.message);
	request_free(&request);
	free(text);
}

static void large_tests(void)
{
	large_test("text", "{\"messages\":[{\"role\":\"user\",\"content\":\"",
		"print('one line of code that is as long as most are')\\n",
		"\"}]}");
	large_test("text that is not ASCII",
		"{\"messages\":[{\"role\":\"user\",\"content\":\"",
		"\u00e4\u20ac\U0001f600", "\"}]}");
	large_test("empty objects", "{\"x\":[", "{},",
		"{}],\"messages\":[{\"role\":\"user\",\"content\":\"\"}]}");
}

/* The file NAME in FOLDER, whole; NULL when it cannot be read. */
static bool file_load(const char *folder, const char *name, struct buf *out)
{
	char path[4096];
	int fd;
	bool good;

	(void)snprintf(path, sizeof(path), "%s/%s", folder, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	good = !buf_read(out, fd, 1 << 24);
	close(fd);
	return good;
}

/* FILE as a member that has no effect decides whether the request is good. */
static int member_parse(const struct buf *file, struct error *e)
{
	static const char head[] =
		"{\"model\":\"python\",\"messages\":[{\"role\":\"user\","
		"\"content\":\"1\"}],\"x\":";
	struct request request = {0};
	struct buf text = {0};
	int result;

	*e = (struct error){0};
	buf_append(&text, head, strlen(head));
	buf_append(&text, file->data, file->len);
	buf_append(&text, "}", 1);
	result = request_parse(text.data, text.len, &request, e);
	/* A member that is null counts as absent. */
	if (!result && strings_has(&request.ignored, "x") ==
			       (file->data && !strcmp(file->data, "null")))
		result = -1;
	request_free(&request);
	buf_free(&text);
	return result;
}

static void suite_file_test(const char *name, const struct buf *file)
{
	struct request request = {0};
	struct error e = {0};
	struct error member;
	int value = check(file->data ? file->data : "", file->len, &e);
	int inside = member_parse(file, &member);

	if (name[0] == 'n') {
		tap_ok(value == -1 && strstr(e.message, " at byte "), "%s: %s",
			name, e.message);
		tap_ok(inside == -1 && member.kind == ERR_INVALID_JSON,
			"%s as a member: %s", name, member.message);
	} else if (name[0] == 'y') {
		tap_ok(!value, "%s %s", name, e.message);
		tap_ok(!inside, "%s as a member %s", name, member.message);
	} else {
		tap_ok(!value || e.kind == ERR_INVALID_JSON, "%s: %s", name,
			value ? e.message : "taken");
	}
	tap_ok(request_parse(file->data, file->len, &request, &e) == -1,
		"%s is no request", name);
	request_free(&request);
}

static void suite_test(const char *data)
{
	char folder[2048];
	struct dirent *entry;
	DIR *dir;

	(void)snprintf(
		folder, sizeof(folder), "%s/jsontestsuite/test_parsing", data);
	dir = opendir(folder);
	if (!dir) {
		tap_ok(true, "JSONTestSuite # SKIP no folder %s", folder);
		return;
	}
	while ((entry = readdir(dir))) {
		struct buf file = {0};

		if (entry->d_name[0] == '.')
			continue;
		if (file_load(folder, entry->d_name, &file))
			suite_file_test(entry->d_name, &file);
		else
			tap_ok(false, "%s can be read", entry->d_name);
		buf_free(&file);
	}
	closedir(dir);
}

int main(int argc, char **argv)
{
	const char *data = getenv("CODEEXEC_TEST_DATA");

	messages_test();
	span_test();
	depth_test(64, true, true);
	depth_test(65, true, false);
	depth_test(5000, true, false);
	depth_test(100000, false, false);
	large_tests();
	suite_test(argc > 1 ? argv[1] : data ? data : "../shared/data");
	return tap_done();
}
