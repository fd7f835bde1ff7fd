/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * member [-j] PATH: of each JSON text on stdin the value at PATH
 * (.choices[0].index), on a line of its own, as `jq -c PATH` prints it; with -j
 * a string as it is, without a line's end. For the suites, which look at
 * thousands: jq takes ten times as long to start.
 *
 * Exit 1 when stdin is no JSON or PATH leads through what has no such part, as
 * jq has it; 2 when PATH is more than names and numbers.
 */

#include <ctype.h>
#include <json-c/json.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INPUT_MAX (64u << 20)

/* The end of the step that PATH begins with; NULL = it is none. */
static const char *step_end(const char *path)
{
	const char *end = path + 1;

	if (*path == '.') {
		while (isalnum((unsigned char)*end) || *end == '_')
			end++;
		return end == path + 1 || isdigit((unsigned char)path[1]) ? NULL
									  : end;
	}
	while (*path == '[' && isdigit((unsigned char)*end))
		end++;
	return *path == '[' && *end == ']' && end > path + 1 ? end + 1 : NULL;
}

static bool path_is_plain(const char *path)
{
	bool plain = *path;

	while (plain && *path) {
		path = step_end(path);
		plain = path;
	}
	return plain;
}

/* Take the step PATH from *AT; what is not there is null, as is what it has. */
static bool step_take(const char *path, struct json_object **at)
{
	char name[128];
	size_t len = (size_t)(step_end(path) - path) - 1;

	if (!*at)
		return true;
	if (*path == '[') {
		if (!json_object_is_type(*at, json_type_array))
			return false;
		*at = json_object_array_get_idx(
			*at, strtoul(path + 1, NULL, 10));
		return true;
	}
	if (!json_object_is_type(*at, json_type_object) || len >= sizeof(name))
		return false;
	memcpy(name, path + 1, len);
	name[len] = 0;
	*at = json_object_object_get(*at, name);
	return true;
}

static bool member_print(const char *path, struct json_object *at, bool raw)
{
	size_t len;

	for (; *path; path = step_end(path))
		if (!step_take(path, &at))
			return false;
	if (raw && json_object_is_type(at, json_type_string)) {
		len = (size_t)json_object_get_string_len(at);
		return fwrite(json_object_get_string(at), 1, len, stdout) ==
		       len;
	}
	return puts(json_object_to_json_string_ext(
		       at, JSON_C_TO_STRING_NOSLASHESCAPE)) >= 0;
}

/* Print the member at PATH of each text in the LEN bytes of TEXT. */
static bool members_print(
	const char *path, const char *text, size_t len, bool raw)
{
	struct json_tokener *tokener = json_tokener_new();
	struct json_object *all = NULL;
	bool good = tokener;

	while (good && len) {
		all = json_tokener_parse_ex(tokener, text, (int)len);
		good = json_tokener_get_error(tokener) == json_tokener_success;
		if (good) {
			text += json_tokener_get_parse_end(tokener);
			len -= json_tokener_get_parse_end(tokener);
			good = member_print(path, all, raw);
			json_object_put(all);
		}
		for (; len && isspace((unsigned char)*text); len--)
			text++;
	}
	json_tokener_free(tokener);
	return good;
}

int main(int argc, char **argv)
{
	static char text[INPUT_MAX];
	const char *path = argv[argc - 1];
	bool raw = argc == 3 && strcmp(argv[1], "-j") == 0;
	size_t len;

	if (argc != 2 + raw || !path_is_plain(path)) {
		(void)fputs("usage: member [-j] PATH <JSON\n", stderr);
		return 2;
	}
	len = fread(text, 1, sizeof(text), stdin);
	return len < sizeof(text) && members_print(path, text, len, raw) ? 0
									 : 1;
}
