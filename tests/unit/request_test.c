/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* What a request that is taken means. */

#include <string.h>

#include "core/error.h"
#include "core/request.h"
#include "tests/unit/tap.h"

#define USER "{\"role\":\"user\",\"content\":\"1\"}"
#define MESSAGES "\"messages\":[" USER "]"
#define CONTENT(json)                                                          \
	"{\"messages\":[" USER ",{\"role\":\"user\",\"content\":" json "}]}"
#define EXTENSION(json) "{" MESSAGES ",\"codeexec\":{" json "}}"
#define FILES(json) EXTENSION("\"files\":[" json "]")
#define FILE_AT(path) "{\"path\":\"" path "\",\"content\":\"\"}"

/* Parse JSON, which must be good; its request, to be freed. */
static struct request take(const char *json)
{
	struct request request = {0};
	struct error e = {0};

	if (request_parse(json, strlen(json), &request, &e))
		printf("# refused: %s: %s\n", e.param, e.message);
	return request;
}

static bool is(const struct buf *buf, const char *text)
{
	return buf->len == strlen(text) &&
	       !strcmp(buf->data ? buf->data : "", text);
}

/* LIST joined by blanks. */
static const char *joined(const struct strings *list, char out[512])
{
	size_t len = 0;

	out[0] = '\0';
	for (size_t i = 0; i < list->count; i++) {
		(void)snprintf(out + len, 512 - len, "%s%s", i ? " " : "",
			list->item[i]);
		len = strlen(out);
	}
	return out;
}

/* Requests that are taken: what the code, stdin and `ignored` are. */
static const struct {
	const char *name;
	const char *json;
	const char *text;
	const char *stdin_text;
	const char *ignored;
} takes[] = {
	{"the least request", "{" MESSAGES "}", "1", "", ""},
	{"J8: numbers of any size",
		"{\"max_tokens\":1e400,\"seed\":123456789012345678901234567890,"
		"\"a\":-0,\"b\":1E5," MESSAGES "}",
		"1", "", "max_tokens seed a b"},
	{"J10: a byte-order mark", "\xef\xbb\xbf{" MESSAGES "}", "1", "", ""},
	{"J10: a byte-order mark in the code",
		"{\"messages\":[{\"role\":\"user\",\"content\":\"\xef\xbb\xbf"
		"1\"}]}",
		"1", "", ""},
	{"J11: many lines",
		"{\n  \"messages\" : [\r\n\t{ \"role\" : \"user\" , "
		"\"content\" "
		": \"1\" }\n  ]\n}\n",
		"1", "", ""},
	{"J13: an image beside the text",
		CONTENT("[{\"type\":\"text\",\"text\":\"x\"},{\"type\":\"image_"
			"url\","
			"\"image_url\":{\"url\":\"data:\"}}]"),
		"x", "", "image_url"},
	{"J14: split parts",
		CONTENT("[{\"type\":\"text\",\"text\":\"a\"},{\"type\":"
			"\"audio\"},"
			"{\"type\":\"audio\"},{\"text\":\"b\",\"type\":"
			"\"input_text\"}]"),
		"a\nb", "", "audio"},
	{"no parts", CONTENT("[]"), "", "", ""},
	{"J19: a newline behind", "{" MESSAGES "}\n \t\r\n", "1", "", ""},
	{"J22: escapes in keys",
		"{\"\\u006dessages\":[{\"r\\u006fle\":\"us\\u0065r\","
		"\"c\\u006fntent\":\"1\"}]}",
		"1", "", ""},
	{"J23: null optionals",
		"{\"stream\":null,\"stop\":null,\"tools\":null,\"n\":null,"
		"\"model\":null,\"codeexec\":null,\"stream_options\":"
		"null," MESSAGES "}",
		"1", "", ""},
	{"null members of codeexec",
		EXTENSION("\"stdin\":null,\"files\":null,\"args\":null,"
			  "\"limits\":null,\"collect\":null,"
			  "\"merge_stderr\":null"),
		"1", "", ""},
	{"null members of a file and a limit",
		EXTENSION("\"files\":[{\"path\":\"a\",\"content\":null,"
			  "\"content_base64\":\"\"}],\"limits\":{\"memory\":"
			  "null}"),
		"1", "", ""},
	{"J26: developer and system are stdin",
		"{\"messages\":[{\"role\":\"developer\",\"content\":\"a\"},"
		"{\"role\":\"system\",\"content\":\"b\"}," USER "]}",
		"1", "a\nb", ""},
	{"the last user message counts",
		"{\"messages\":[{\"role\":\"user\",\"content\":null}," USER
		",{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{}]}"
		","
		"{\"role\":\"tool\",\"content\":\"t\"},{\"role\":\"function\"}]"
		"}",
		"1", "", ""},
	{"the last of equal keys counts",
		"{\"messages\":7,\"n\":99,\"n\":null," MESSAGES "}", "1", "",
		""},
	{"equal keys within",
		"{\"messages\":[{\"role\":\"robot\",\"role\":"
		"\"user\",\"content\":0,\"content\":\"1\"}]}",
		"1", "", ""},
	{"codeexec.stdin over system",
		"{\"messages\":[{\"role\":\"system\",\"content\":\"a\"}," USER
		"],\"codeexec\":{\"stdin\":\"\"}}",
		"1", "", "system"},
	{"codeexec.stdin before developer",
		"{\"codeexec\":{\"stdin\":\"s\"},\"messages\":[{\"role\":"
		"\"developer\",\"content\":\"a\"}," USER "],\"user\":\"u\"}",
		"1", "s", "user developer"},
	{"ignored in order, each once",
		"{\"z\":1,\"stream_options\":{\"include_obfuscation\":false},"
		"\"a\":{},\"z\":2," MESSAGES ",\"stop\":[]}",
		"1", "", "z stream_options.include_obfuscation a stop"},
	{"NUL in names that have no effect",
		"{\"x\":{\"a\\u0000b\":1}," MESSAGES "}", "1", "", "x"},
};

static void takes_test(void)
{
	for (size_t i = 0; i < sizeof(takes) / sizeof(*takes); i++) {
		struct request r = take(takes[i].json);
		char ignored[512];

		if (!tap_ok(is(&r.text, takes[i].text) &&
				    is(&r.stdin_text, takes[i].stdin_text) &&
				    !strcmp(joined(&r.ignored, ignored),
					    takes[i].ignored) &&
				    r.n == 1 && !r.stream && !r.model,
			    "taken: %s", takes[i].name))
			printf("# got: '%s', '%s', '%s'\n", r.text.data,
				r.stdin_text.data, ignored);
		request_free(&r);
	}
}

static void members_test(void)
{
	struct request r = take("{\"model\":\"openai/python\",\"stream\":true,"
				"\"stream_options\":{\"include_usage\":true},"
				"\"n\":1," MESSAGES "}");

	tap_ok(!strcmp(r.model, "openai/python"), "the model is as asked");
	tap_ok(r.stream && r.include_usage && !r.ignored.count,
		"stream and include_usage are taken");
	request_free(&r);
	r = take("{\"n\":8,\"stream\":false," MESSAGES "}");
	tap_ok(r.n == 8 && !r.stream, "eight runs are taken");
	request_free(&r);
}

static void extension_test(void)
{
	struct request r = take(EXTENSION(
		"\"stdin\":\"a\\u0000b\",\"input\": [1e400, 0.10,"
		"123456789012345678901234567890, \"\\u00e4\"] ,"
		"\"args\":[\"\",\"-x\",\"\xe2\x82\xac\"],\"merge_stderr\":true,"
		"\"collect\":[\"*.png\",\"out/**\",\"..a\"]"));
	char list[512];

	tap_ok(r.stdin_text.len == 3 && !memcmp(r.stdin_text.data, "a\0b", 3),
		"stdin may hold NUL");
	tap_ok(r.has_input && is(&r.input, "[1e400, 0.10,"
					   "123456789012345678901234567890, "
					   "\"\\u00e4\"]"),
		"input is kept to the letter");
	tap_ok(r.args.count == 3 &&
			!strcmp(joined(&r.args, list), " -x \xe2\x82\xac"),
		"arguments are taken");
	tap_ok(!strcmp(joined(&r.collect, list), "*.png out/** ..a"),
		"globs are taken");
	tap_ok(r.merge_stderr, "merge_stderr is taken");
	request_free(&r);
	r = take(EXTENSION("\"input\":null"));
	tap_ok(r.has_input && is(&r.input, "null"), "a null input is an input");
	request_free(&r);
}

static void limits_test(void)
{
	struct request r = take(EXTENSION(
		"\"limits\":{\"timeout\":\"1.5s\",\"cpu_time\":\"2m\","
		"\"memory\":\"64MiB\",\"stdout\":1000,\"processes\":\"3\","
		"\"blocks\":2,\"blocks\":1}"));

	tap_ok(r.limits.timeout_ms == 1500 && r.limits.cpu_time_ms == 120000,
		"durations are read");
	tap_ok(r.limits.memory_bytes == 64 << 20 &&
			r.limits.stdout_bytes == 1000,
		"sizes are read, with a unit or in bytes");
	tap_ok(r.limits.processes == 3 && r.limits.blocks == 1,
		"counts are read");
	tap_ok(!r.limits.workdir_bytes && !r.limits.request_bytes,
		"what is not given is not set");
	request_free(&r);
}

static void files_test(void)
{
	struct request r =
		take(FILES(FILE_AT("a/b") "," FILE_AT("a-b") "," FILE_AT(
			"a/.c") "," FILE_AT("...") ",{\"content_base64\":"
						   "\"AP8=\",\"path\":"
						   "\"\xc3\xa4\"}"));

	tap_ok(r.file_count == 5 && !strcmp(r.files[2].path, "a/.c"),
		"files are taken in order");
	tap_ok(r.file_count == 5 && r.files[4].content.len == 2 &&
			!memcmp(r.files[4].content.data, "\0\xff", 2),
		"base64 content is decoded");
	request_free(&r);
}

int main(void)
{
	takes_test();
	members_test();
	extension_test();
	limits_test();
	files_test();
	return tap_done();
}
