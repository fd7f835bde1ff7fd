/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Building JSON by json-c. */

#include <limits.h>
#include <string.h>

#include <json-c/json.h>

#include "core/render_json.h"
#include "core/utf8.h"

/* Put VALUE, which may be NULL for null, where it belongs. */
static void put(struct json_build *b, struct json_object *into,
	const char *name, struct json_object *value)
{
	int result = 0;

	if (!into && !b->root)
		b->root = value;
	else if (!into)
		result = -1; /* the object that it belongs to failed */
	else if (name)
		result = json_object_object_add(into, name, value);
	else
		result = json_object_array_add(into, value);
	if (!result)
		return;
	json_object_put(value);
	b->failed = true;
}

/* The same for a VALUE that is never null. Returns it. */
static struct json_object *put_made(struct json_build *b,
	struct json_object *into, const char *name, struct json_object *value)
{
	if (value && !b->failed)
		put(b, into, name, value);
	else
		json_object_put(value);
	if (!value)
		b->failed = true;
	return b->failed ? NULL : value;
}

struct json_object *put_object(
	struct json_build *b, struct json_object *into, const char *name)
{
	return put_made(b, into, name, json_object_new_object());
}

struct json_object *put_array(
	struct json_build *b, struct json_object *into, const char *name)
{
	return put_made(b, into, name, json_object_new_array());
}

void put_integer(struct json_build *b, struct json_object *into,
	const char *name, int64_t value)
{
	put_made(b, into, name, json_object_new_int64(value));
}

void put_boolean(struct json_build *b, struct json_object *into,
	const char *name, bool value)
{
	put_made(b, into, name, json_object_new_boolean(value));
}

void put_text(struct json_build *b, struct json_object *into, const char *name,
	const char *text, size_t len)
{
	autobuf struct buf repaired = {0};
	size_t held;

	if (!text) {
		if (!b->failed)
			put(b, into, name, NULL);
		return;
	}
	if (utf8_valid(text, len) < len) {
		if (utf8_repair(text, len, true, &held, &repaired))
			b->failed = true;
		text = repaired.data;
		len = repaired.len;
	}
	if (b->failed || len > INT_MAX) {
		b->failed = true;
		return;
	}
	put_made(b, into, name, json_object_new_string_len(text, (int)len));
}

void put_string(struct json_build *b, struct json_object *into,
	const char *name, const char *value)
{
	put_text(b, into, name, value, value ? strlen(value) : 0);
}

void put_strings(struct json_build *b, struct json_object *into,
	const char *name, const struct strings *list)
{
	struct json_object *array = put_array(b, into, name);

	for (size_t i = 0; i < list->count; i++)
		put_string(b, array, NULL, list->item[i]);
}

int build_finish(struct json_build *b, bool pretty, struct buf *out)
{
	int flags = JSON_C_TO_STRING_NOSLASHESCAPE;
	const char *text = NULL;
	size_t len = 0;
	int result;

	if (pretty)
		flags |= JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED;
	if (!b->failed)
		text = json_object_to_json_string_length(b->root, flags, &len);
	result = text ? buf_append(out, text, len) : -1;
	json_object_put(b->root);
	*b = (struct json_build){0};
	return result;
}
