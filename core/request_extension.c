/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The request member `codeexec`. It is our own, so nobody sends it unasked:
 * what is unknown or ill-typed in it is a mistake and refused.
 */

#include <stdio.h>
#include <string.h>

#include "core/error.h"
#include "core/request.h"
#include "core/request_parts.h"
#include "core/request_value.h"

/* What execve() takes at most (MAX_ARG_STRLEN with its NUL), and a share of
 * the 2 MiB that arguments and environment together may have: beyond it the
 * caller's mistake would look like a broken sandbox. */
#define ARG_BYTES_MAX 131071
#define ARGS_BYTES_MAX 1048576
#define ARGS_MAX 4096

#define COLLECT_MAX 256
#define GLOB_BYTES_MAX 4000

static int stdin_read(
	struct reading *r, const struct member *m, struct error *e)
{
	r->has_stdin = true;
	return value_text(m, &r->out->stdin_text, e);
}

static int input_read(
	struct reading *r, const struct member *m, struct error *e)
{
	r->out->has_input = true;
	if (buf_append(&r->out->input, m->value.data, m->value.len))
		return fail_memory(e);
	return 0;
}

static int merge_stderr_read(
	struct reading *r, const struct member *m, struct error *e)
{
	return value_boolean(m, &r->out->merge_stderr, e);
}

static int timing_read(
	struct reading *r, const struct member *m, struct error *e)
{
	return value_boolean(m, &r->out->timing, e);
}

/* Read the array of plain strings M of at most MAX items into LIST, each held
 * by CHECK, which gives 0, or -1 with *E. */
static int list_read(const struct member *m, size_t max, struct strings *list,
	int (*check)(const char *path, const char *text, struct error *e),
	struct error *e)
{
	struct json_span rest = m->value;
	struct member item;

	if (json_span_kind(&m->value) != JSON_ARRAY)
		return value_refuse(m, "an array of strings", e);
	for (size_t i = 0; json_span_item(&rest, &item.value); i++) {
		autofree char *text = NULL;

		if (i == max)
			return fail_at(e, ERR_INVALID_VALUE, m->path,
				"'%s' must not hold more than %zu strings",
				m->path, max);
		(void)snprintf(item.path, PATH_SHOWN, "%.64s[%zu]", m->path, i);
		text = value_string(&item, e);
		if (!text || check(item.path, text, e))
			return -1;
		if (strings_add(list, text))
			return fail_memory(e);
	}
	return 0;
}

static int arg_check(const char *path, const char *text, struct error *e)
{
	if (strlen(text) <= ARG_BYTES_MAX)
		return 0;
	return fail_at(e, ERR_INVALID_VALUE, path,
		"'%s' must not be longer than %d bytes", path, ARG_BYTES_MAX);
}

static int args_read(struct reading *r, const struct member *m, struct error *e)
{
	struct strings *args = &r->out->args;
	size_t bytes = 0;

	if (list_read(m, ARGS_MAX, args, arg_check, e))
		return -1;
	for (size_t i = 0; i < args->count; i++)
		bytes += strlen(args->item[i]) + 1;
	if (bytes > ARGS_BYTES_MAX)
		return fail_at(e, ERR_INVALID_VALUE, m->path,
			"'%s' must not be longer than %d bytes in all", m->path,
			ARGS_BYTES_MAX);
	return 0;
}

/* A glob never leads out of the workdir. */
static int glob_check(const char *path, const char *text, struct error *e)
{
	size_t len = strlen(text);

	if (!len || len > GLOB_BYTES_MAX)
		return fail_at(e, ERR_INVALID_VALUE, path,
			"'%s' must be 1 to %d bytes long", path,
			GLOB_BYTES_MAX);
	if (*text == '/')
		return fail_at(e, ERR_INVALID_VALUE, path,
			"'%s' must be relative to the working directory", path);
	for (const char *at = text; *at; at += *at == '/') {
		size_t part = strcspn(at, "/");

		if (part == 2 && !memcmp(at, "..", 2))
			return fail_at(e, ERR_INVALID_VALUE, path,
				"'%s' must not hold '..'", path);
		at += part;
	}
	return 0;
}

static int collect_read(
	struct reading *r, const struct member *m, struct error *e)
{
	return list_read(m, COLLECT_MAX, &r->out->collect, glob_check, e);
}

static int expected_stdout_read(
	struct reading *r, const struct member *m, struct error *e)
{
	r->out->has_expected = true;
	return value_text(m, &r->out->expected_stdout, e);
}

static const struct member_row rows[] = {
	{.name = "stdin",
		.type = "string",
		.help = "what the first block reads",
		.read = stdin_read},
	{.name = "input",
		.type = "any JSON",
		.help = "the path of a file that holds it is in "
			"$CODEEXEC_INPUT",
		.read = input_read,
		.null_counts = true},
	{.name = "files",
		.type = "array of objects",
		.help = "files in the workdir of every block: path (string, "
			"relative), and content (string) or content_base64 "
			"(string, RFC 4648)",
		.read = request_files},
	{.name = "args",
		.type = "array of strings",
		.help = "arguments behind the script, of every block",
		.read = args_read},
	{.name = "limits",
		.type = "object",
		.help = "lower limits than the policy has: see below",
		.read = request_limits},
	{.name = "collect",
		.type = "array of strings",
		.help = "globs (fnmatch(3)) of files of the last block's "
			"workdir to hand back",
		.read = collect_read},
	{.name = "merge_stderr",
		.type = "boolean",
		.help = "stderr goes where stdout goes",
		.read = merge_stderr_read},
	{.name = "timing",
		.type = "boolean",
		.help = "say how long the parts of each block took",
		.read = timing_read},
	{.name = "expected_stdout",
		.type = "string",
		.help = "what batch --expect holds stdout against",
		.read = expected_stdout_read},
};

static int unknown_refuse(struct reading *r, const char *name, struct error *e);

const struct member_table request_extension_table = {
	.prefix = "codeexec.",
	.row = rows,
	.count = sizeof(rows) / sizeof(*rows),
	.unknown = unknown_refuse,
};

static int unknown_refuse(struct reading *r, const char *name, struct error *e)
{
	char known[256] = "";
	char shown[NAME_SHOWN];
	char path[PATH_SHOWN];

	(void)r; /* nothing of it is needed to say no */
	for (size_t i = 0; i < request_extension_table.count; i++) {
		size_t used = strlen(known);

		(void)snprintf(known + used, sizeof(known) - used, "%s%s",
			i ? ", " : "", rows[i].name);
	}
	(void)snprintf(
		path, sizeof(path), "codeexec.%s", name_shown(name, shown));
	return fail_at(e, ERR_INVALID_VALUE, path,
		"'%s' is unknown: members of 'codeexec' are %s", path, known);
}

int request_extension(
	struct reading *r, const struct member *m, struct error *e)
{
	if (json_span_kind(&m->value) != JSON_OBJECT)
		return value_refuse(m, "an object", e);
	return members_read(&request_extension_table, m, r, e);
}
