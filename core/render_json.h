/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Building JSON: objects whose members are put one by one, and one flag, looked
 * at once at the end, that says whether memory held out.
 */
#ifndef CORE_RENDER_JSON_H
#define CORE_RENDER_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/buf.h"

struct json_object;

/* A value that is being built. Zero-initialise. All objects and arrays that
 * the put functions return are borrowed from it. */
struct json_build {
	struct json_object *root;
	bool failed; /* memory is out: nothing of root is to be shown */
};

/*
 * Each puts one member NAME into the object INTO, or, when NAME is NULL, one
 * more item into the array INTO; with INTO NULL the value becomes the root.
 */
struct json_object *put_object(
	struct json_build *b, struct json_object *into, const char *name);
struct json_object *put_array(
	struct json_build *b, struct json_object *into, const char *name);
void put_integer(struct json_build *b, struct json_object *into,
	const char *name, int64_t value);
void put_boolean(struct json_build *b, struct json_object *into,
	const char *name, bool value);

/* The text of LEN bytes, any, repaired to UTF-8; NULL = null. */
void put_text(struct json_build *b, struct json_object *into, const char *name,
	const char *text, size_t len);

/* The C string VALUE, likewise. */
void put_string(struct json_build *b, struct json_object *into,
	const char *name, const char *value);

/* LIST as an array. */
void put_strings(struct json_build *b, struct json_object *into,
	const char *name, const struct strings *list);

/* Append the text of B to OUT and free B. 0, or -1 when memory is out. */
int build_finish(struct json_build *b, bool pretty, struct buf *out);

#endif
