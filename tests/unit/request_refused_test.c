/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Every way in which a request is refused, with the member that is at fault. */

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

/* A request that is refused. */
struct refusal {
	const char *name;
	const char *json;
	enum error_kind kind;
	const char *param;
	const char *message; /* a part of it */
};

#define TYPE ERR_INVALID_TYPE
#define VALUE ERR_INVALID_VALUE
#define MISSING ERR_MISSING_PARAMETER

static const struct refusal refusals[] = {
	{"J1: a lone high surrogate", CONTENT("\"emoji \\ud83d\""),
		ERR_INVALID_JSON, "", "at byte 75"},
	{"J2: a lone low surrogate", CONTENT("\"\\ude00 x\""), ERR_INVALID_JSON,
		"", "at byte 69"},
	{"J2: a high surrogate and no low one", CONTENT("\"\\ud83d\\u0041\""),
		ERR_INVALID_JSON, "", "at byte 69"},
	{"J4: a surrogate in UTF-8", CONTENT("\"\xed\xa0\x80\""),
		ERR_INVALID_JSON, "", "invalid UTF-8"},
	{"J7: NUL in code", CONTENT("\"print(1)\\u0000import os\""), VALUE,
		"messages[1].content", "U+0000"},
	{"J7: NUL in a part",
		CONTENT("[{\"type\":\"text\",\"text\":\"\\u0000\"}]"), VALUE,
		"messages[1].content", "U+0000"},
	{"J16: messages an object", "{\"messages\":{}}", TYPE, "messages",
		"must be an array of messages, not an object"},
	{"J16: messages a string", "{\"messages\":\"x\"}", TYPE, "messages",
		"not a string"},
	{"J16: messages empty", "{\"messages\":[]}", VALUE, "messages",
		"at least 1"},
	{"J16: messages null", "{\"messages\":null}", MISSING, "messages", ""},
	{"J19: a second value", "{" MESSAGES "} {\"x\":1}", ERR_INVALID_JSON,
		"", "at byte 45: more follows"},
	{"J20: an empty body", "", ERR_INVALID_JSON, "", "at byte 0"},
	{"J20: null", "null", TYPE, "", "must be a JSON object"},
	{"J20: an array", "[]", TYPE, "", "must be a JSON object"},
	{"J20: a string", "\"x\"", TYPE, "", "must be a JSON object"},
	{"J25: no messages", "{}", MISSING, "messages", "is missing"},
	{"a member name with NUL", "{\"messages\\u0000\":1," MESSAGES "}",
		VALUE, "", "member name"},
	{"model a number", "{\"model\":1," MESSAGES "}", TYPE, "model",
		"'model' must be a string, not an integer"},
	{"model with NUL", "{\"model\":\"a\\u0000\"," MESSAGES "}", VALUE,
		"model", "U+0000"},
	{"stream a string", "{\"stream\":\"true\"," MESSAGES "}", TYPE,
		"stream", "true or false, not a string"},
	{"stream_options an array", "{\"stream_options\":[]," MESSAGES "}",
		TYPE, "stream_options", "an object, not an array"},
	{"include_usage a number",
		"{\"stream_options\":{\"include_usage\":1}," MESSAGES "}", TYPE,
		"stream_options.include_usage", ""},
	{"n zero", "{\"n\":0," MESSAGES "}", VALUE, "n", "1 to 8"},
	{"n nine", "{\"n\":9," MESSAGES "}", VALUE, "n", "1 to 8"},
	{"n beyond every integer", "{\"n\":99999999999999999999," MESSAGES "}",
		VALUE, "n", "1 to 8"},
	{"n with a fraction", "{\"n\":1.0," MESSAGES "}", TYPE, "n",
		"an integer, not a number with a fraction"},
	{"n with stream", "{\"n\":2,\"stream\":true," MESSAGES "}",
		ERR_UNSUPPORTED_PARAMETER, "n", "stream"},
	{"a message that is none", "{\"messages\":[1]}", TYPE, "messages[0]",
		"an object, not an integer"},
	{"no role", "{\"messages\":[{\"content\":\"\"}]}", MISSING,
		"messages[0].role", "is missing"},
	{"an unknown role", "{\"messages\":[{\"role\":\"ro\\u001bot\"}]}",
		VALUE, "messages[0].role", "not 'ro?ot'"},
	{"no user message",
		"{\"messages\":[{\"role\":\"system\",\"content\":\"\"}]}",
		VALUE, "messages", "user message"},
	{"content null", CONTENT("null"), TYPE, "messages[1].content",
		"a string or an array of parts, not null"},
	{"content absent", "{\"messages\":[{\"role\":\"user\"}]}", TYPE,
		"messages[0].content", "not null"},
	{"content a number", CONTENT("1e5"), TYPE, "messages[1].content",
		"not a number with a fraction"},
	{"content an object", CONTENT("{}"), TYPE, "messages[1].content",
		"not an object"},
	{"content a boolean", CONTENT("false"), TYPE, "messages[1].content",
		"not a boolean"},
	{"a part that is a string", CONTENT("[\"x\"]"), TYPE,
		"messages[1].content[0]", "an object, not a string"},
	{"a part without type", CONTENT("[{\"text\":\"\"}]"), MISSING,
		"messages[1].content[0].type", ""},
	{"a text part without text", CONTENT("[{\"type\":\"text\"}]"), MISSING,
		"messages[1].content[0].text", ""},
	{"a text part with a number",
		CONTENT("[{\"type\":\"text\",\"text\":1}]"), TYPE,
		"messages[1].content[0].text", ""},
	{"codeexec an array", "{\"codeexec\":[]," MESSAGES "}", TYPE,
		"codeexec", "an object, not an array"},
	{"an unknown member", EXTENSION("\"timeout\":1"), VALUE,
		"codeexec.timeout",
		"members of 'codeexec' are stdin, input, files, args, limits, "
		"collect, merge_stderr"},
	{"stdin a number", EXTENSION("\"stdin\":1"), TYPE, "codeexec.stdin",
		""},
	{"merge_stderr a number", EXTENSION("\"merge_stderr\":0"), TYPE,
		"codeexec.merge_stderr", ""},
	{"args a string", EXTENSION("\"args\":\"a\""), TYPE, "codeexec.args",
		"an array of strings, not a string"},
	{"an argument null", EXTENSION("\"args\":[\"a\",null]"), TYPE,
		"codeexec.args[1]", ""},
	{"NUL in an argument", EXTENSION("\"args\":[\"a\\u0000\"]"), VALUE,
		"codeexec.args[0]", "U+0000"},
	{"an absolute glob", EXTENSION("\"collect\":[\"/etc/*\"]"), VALUE,
		"codeexec.collect[0]", "relative"},
	{"an empty glob", EXTENSION("\"collect\":[\"\"]"), VALUE,
		"codeexec.collect[0]", "1 to 4000"},
	{"a glob with ..", EXTENSION("\"collect\":[\"a\",\"b/../c\"]"), VALUE,
		"codeexec.collect[1]", "'..'"},
	{"a glob that ends in ..", EXTENSION("\"collect\":[\"b/..\"]"), VALUE,
		"codeexec.collect[0]", "'..'"},
	{"limits an array", EXTENSION("\"limits\":[]"), TYPE, "codeexec.limits",
		""},
	{"an unknown limit", EXTENSION("\"limits\":{\"ram\":1}"), VALUE,
		"codeexec.limits.ram",
		"limits are timeout, cpu_time, memory, address_space, "
		"processes, open_files, file_size, workdir, stdout, stderr, "
		"collect, blocks"},
	{"the operator's limit", EXTENSION("\"limits\":{\"request\":1}"), VALUE,
		"codeexec.limits.request", "operator"},
	{"a duration without unit", EXTENSION("\"limits\":{\"timeout\":5}"),
		TYPE, "codeexec.limits.timeout",
		"a duration such as 500ms, 10s or 2m, not an integer"},
	{"a bad duration", EXTENSION("\"limits\":{\"timeout\":\"5\"}"), VALUE,
		"codeexec.limits.timeout", "a duration such as"},
	{"a bad size", EXTENSION("\"limits\":{\"memory\":\"lots\"}"), VALUE,
		"codeexec.limits.memory", "a size such as"},
	{"half a byte", EXTENSION("\"limits\":{\"memory\":1.5}"), TYPE,
		"codeexec.limits.memory", ""},
	{"a limit of nothing", EXTENSION("\"limits\":{\"memory\":0}"), VALUE,
		"codeexec.limits.memory", "more than 0"},
	{"a negative limit", EXTENSION("\"limits\":{\"processes\":-1}"), VALUE,
		"codeexec.limits.processes", "more than 0"},
	{"an endless limit",
		EXTENSION("\"limits\":{\"memory\":99999999999999999}"), VALUE,
		"codeexec.limits.memory", "2^53"},
	{"files an object", EXTENSION("\"files\":{}"), TYPE, "codeexec.files",
		"an array of objects"},
	{"a file that is none", FILES("1"), TYPE, "codeexec.files[0]", ""},
	{"a file without path", FILES("{\"content\":\"\"}"), MISSING,
		"codeexec.files[0].path", ""},
	{"a file without content", FILES("{\"path\":\"a\"}"), MISSING,
		"codeexec.files[0].content", ""},
	{"a file with two contents",
		FILES("{\"path\":\"a\",\"content\":\"\",\"content_base64\":"
		      "\"\"}"),
		VALUE, "codeexec.files[0].content_base64", "beside"},
	{"a file with an unknown member",
		FILES("{\"path\":\"a\",\"content\":\"\",\"mode\":\"0755\"}"),
		VALUE, "codeexec.files[0].mode", "unknown"},
	{"a file with a nameless member", FILES("{\"\":1}"), VALUE,
		"codeexec.files[0].\"\"", "unknown"},
	{"content that is no base64",
		FILES(FILE_AT(
			"b") ",{\"path\":\"a\",\"content_base64\":\"Zg\"}"),
		VALUE, "codeexec.files[1].content_base64", "base64"},
	{"an empty path", FILES(FILE_AT("")), VALUE, "codeexec.files[0].path",
		"empty"},
	{"an absolute path", FILES(FILE_AT("/a")), VALUE,
		"codeexec.files[0].path", "relative"},
	{"a path that ends in /", FILES(FILE_AT("a/")), VALUE,
		"codeexec.files[0].path", "empty part"},
	{"a path with //", FILES(FILE_AT("a//b")), VALUE,
		"codeexec.files[0].path", "empty part"},
	{"a path with .", FILES(FILE_AT("a/./b")), VALUE,
		"codeexec.files[0].path", "'.' or '..'"},
	{"a path with ..", FILES(FILE_AT("..")), VALUE,
		"codeexec.files[0].path", "'.' or '..'"},
	{"a path with NUL", FILES(FILE_AT("a\\u0000b")), VALUE,
		"codeexec.files[0].path", "U+0000"},
	{"the same path twice",
		FILES(FILE_AT("a") "," FILE_AT("b") "," FILE_AT("a")), VALUE,
		"codeexec.files[2].path", "also the path of"},
	{"a file that is a folder too",
		FILES(FILE_AT("a/b") "," FILE_AT("a-b") "," FILE_AT("a")),
		VALUE, "codeexec.files[2].path", "in the way of"},
};

static void refusals_test(void)
{
	for (size_t i = 0; i < sizeof(refusals) / sizeof(*refusals); i++) {
		const struct refusal *c = &refusals[i];
		struct request request = {0};
		struct error e = {0};
		int result =
			request_parse(c->json, strlen(c->json), &request, &e);

		if (!tap_ok(result == -1 && e.kind == c->kind &&
				    !strcmp(e.param, c->param) &&
				    strstr(e.message, c->message),
			    "refused: %s", c->name))
			printf("# got: %d %s: %s\n", (int)e.kind, e.param,
				e.message);
		request_free(&request);
	}
}

int main(void)
{
	refusals_test();
	return tap_done();
}
