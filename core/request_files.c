/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The request member `codeexec.files`. Every path is clean and no two are in
 * each other's way, so that whoever writes them can go by the list alone.
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base64.h"
#include "core/error.h"
#include "core/request.h"
#include "core/request_parts.h"
#include "core/request_value.h"

/* PATH_MAX less the working directory's own path, rounded down; NAME_MAX. */
#define PATH_BYTES_MAX 4000
#define NAME_BYTES_MAX 255

/* The members of a file. */
enum {
	FILE_PATH,
	FILE_CONTENT,
	FILE_BASE64,
	FILE_MEMBERS,
};

static const char *const names[] = {
	[FILE_PATH] = "path",
	[FILE_CONTENT] = "content",
	[FILE_BASE64] = "content_base64",
	[FILE_MEMBERS] = NULL,
};

/* What is wrong with the path TEXT; NULL = nothing. */
static const char *path_fault(const char *text)
{
	if (strlen(text) > PATH_BYTES_MAX)
		return "must not be longer than 4000 bytes";
	if (*text == '/')
		return "must be relative to the working directory";
	for (const char *at = text;; at++) {
		size_t len = strcspn(at, "/");

		if (!len)
			return "must not be empty, nor hold an empty part";
		if (len <= 2 && !memcmp(at, "..", len))
			return "must not hold a part '.' or '..'";
		if (len > NAME_BYTES_MAX)
			return "must not hold a part longer than 255 bytes";
		at += len;
		if (!*at)
			return NULL;
	}
}

static int unknown_refuse(
	const struct member *m, const char *name, struct error *e)
{
	char path[PATH_SHOWN];

	(void)snprintf(path, sizeof(path), "%.40s.%s", m->path, name);
	return fail_at(e, ERR_INVALID_VALUE, path,
		"'%s' is unknown: a file has path, and content or "
		"content_base64",
		path);
}

static int path_read(
	const struct member *m, struct request_file *file, struct error *e)
{
	const char *fault;

	if (!m->value.data)
		return value_missing(m, e);
	file->path = value_string(m, e);
	if (!file->path)
		return -1;
	fault = path_fault(file->path);
	if (fault)
		return fail_at(e, ERR_INVALID_VALUE, m->path, "'%s' %s",
			m->path, fault);
	return 0;
}

static int base64_read(
	const struct member *m, struct request_file *file, struct error *e)
{
	autobuf struct buf text = {0};

	if (value_text(m, &text, e))
		return -1;
	if (!base64_decode(text.data, text.len, &file->content))
		return 0;
	if (errno != EINVAL)
		return fail_memory(e);
	return fail_at(e, ERR_INVALID_VALUE, m->path,
		"'%s' must be base64 (RFC 4648, padded, on one line)", m->path);
}

static int file_read(
	const struct member *m, struct request_file *file, struct error *e)
{
	struct member value[FILE_MEMBERS];
	char other[NAME_SHOWN];

	if (json_span_kind(&m->value) != JSON_OBJECT)
		return value_refuse(m, "an object", e);
	if (members_find(m, names, value, other, e))
		return -1;
	if (other[0])
		return unknown_refuse(m, other, e);
	if (path_read(&value[FILE_PATH], file, e))
		return -1;
	if (!value[FILE_BASE64].value.data && !value[FILE_CONTENT].value.data)
		return value_missing(&value[FILE_CONTENT], e);
	if (!value[FILE_BASE64].value.data)
		return value_text(&value[FILE_CONTENT], &file->content, e);
	if (!value[FILE_CONTENT].value.data)
		return base64_read(&value[FILE_BASE64], file, e);
	return fail_at(e, ERR_INVALID_VALUE, value[FILE_BASE64].path,
		"'%s' cannot stand beside content", value[FILE_BASE64].path);
}

/* Order of paths in which a folder comes right before what is in it: "/" is
 * less than any other byte. */
static int path_compare(const void *left, const void *right)
{
	const char *a = (*(const struct request_file *const *)left)->path;
	const char *b = (*(const struct request_file *const *)right)->path;

	while (*a && *a == *b) {
		a++;
		b++;
	}
	if (*a == *b)
		return 0;
	if (!*a || !*b)
		return *a ? 1 : -1;
	if (*a == '/' || *b == '/')
		return *a == '/' ? -1 : 1;
	return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
}

/* Refuse the same path twice, and a file where another wants a folder. */
static int clash_find(const struct request *request, struct error *e)
{
	size_t count = request->file_count;
	autofree const struct request_file **sorted = NULL;

	if (count < 2)
		return 0;
	sorted = calloc(count, sizeof(*sorted));
	if (!sorted)
		return fail_memory(e);
	for (size_t i = 0; i < count; i++)
		sorted[i] = &request->files[i];
	qsort(sorted, count, sizeof(*sorted), path_compare);
	for (size_t i = 1; i < count; i++) {
		const struct request_file *a = sorted[i - 1];
		const struct request_file *b = sorted[i];
		size_t len = strlen(a->path);
		char path[PATH_SHOWN];

		if (strncmp(a->path, b->path, len) != 0 ||
			(b->path[len] && b->path[len] != '/'))
			continue;
		(void)snprintf(path, sizeof(path), "codeexec.files[%td].path",
			(a > b ? a : b) - request->files);
		return fail_at(e, ERR_INVALID_VALUE, path,
			"'%s' is %s another file", path,
			b->path[len] ? "in the way of" : "also the path of");
	}
	return 0;
}

/* Give REQUEST room for COUNT files, all empty. 0, or -1 when memory is out. */
static int room_make(struct request *request, size_t count)
{
	request->files = calloc(count, sizeof(*request->files));
	if (request->files)
		request->file_count = count;
	return request->files ? 0 : -1;
}

int request_files(struct reading *r, const struct member *m, struct error *e)
{
	struct request *out = r->out;
	struct json_span rest = m->value;
	struct member item;
	size_t count = 0;

	if (json_span_kind(&m->value) != JSON_ARRAY)
		return value_refuse(m, "an array of objects", e);
	while (json_span_item(&rest, &item.value))
		count++;
	if (!count)
		return 0;
	if (room_make(out, count))
		return fail_memory(e);
	rest = m->value;
	for (size_t i = 0; json_span_item(&rest, &item.value); i++) {
		(void)snprintf(item.path, PATH_SHOWN, "codeexec.files[%zu]", i);
		if (file_read(&item, &out->files[i], e))
			return -1;
	}
	return clash_find(out, e);
}
