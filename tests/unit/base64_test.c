/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Base64, there and back, and what is none. */

#include <errno.h>
#include <string.h>

#include "core/base64.h"
#include "core/buf.h"
#include "tests/unit/tap.h"

static void pairs_test(void)
{
	static const char *const pairs[][2] = {{"", ""}, {"f", "Zg=="},
		{"fo", "Zm8="}, {"foo", "Zm9v"}, {"foob", "Zm9vYg=="},
		{"fooba", "Zm9vYmE="}, {"foobar", "Zm9vYmFy"},
		{"\xff\xff\xfe", "///+"}};

	for (size_t i = 0; i < sizeof(pairs) / sizeof(*pairs); i++) {
		struct buf text = {0};
		struct buf data = {0};

		tap_ok(!base64_encode(
			       pairs[i][0], strlen(pairs[i][0]), &text) &&
				!strcmp(text.data ? text.data : "",
					pairs[i][1]),
			"base64 of %zu bytes", strlen(pairs[i][0]));
		tap_ok(!base64_decode(
			       pairs[i][1], strlen(pairs[i][1]), &data) &&
				!strcmp(data.data ? data.data : "",
					pairs[i][0]),
			"and back");
		buf_free(&text);
		buf_free(&data);
	}
}

static void refused_test(void)
{
	static const char *const bad[] = {"Zg",
		"Zg=", "Zh==", "Zm9=", "Zg==Zg==", "Z===", "====", "Zm9v\n",
		"Zm 9", "Zm-_", "=m9v", "Z=9v"};

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct buf data = {0};

		tap_ok(base64_decode(bad[i], strlen(bad[i]), &data) == -1 &&
				errno == EINVAL,
			"no base64: case %zu", i + 1);
		buf_free(&data);
	}
}

static void large_test(void)
{
	char bytes[10007];
	struct buf text = {0};
	struct buf data = {0};

	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (char)(i * 7 + i / 256);
	tap_ok(!base64_encode(bytes, sizeof(bytes), &text) &&
			text.len == (sizeof(bytes) + 2) / 3 * 4 &&
			!base64_decode(text.data, text.len, &data) &&
			data.len == sizeof(bytes) &&
			!memcmp(data.data, bytes, sizeof(bytes)),
		"base64 of 10,007 bytes and back");
	buf_free(&text);
	buf_free(&data);
}

int main(void)
{
	pairs_test();
	refused_test();
	large_test();
	return tap_done();
}
