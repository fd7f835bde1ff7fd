/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * One program of interpreters.json: every member is a row of the table below,
 * with the reader of its type.
 */

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/json_span.h"
#include "core/registry.h"
#include "core/registry_read.h"
#include "core/suggest.h"

int registry_bad(const struct registry_place *place, const char *format, ...)
{
	char message[256];
	va_list args;

	va_start(args, format);
	(void)vsnprintf(message, sizeof(message), format, args);
	va_end(args);
	return fail(place->e, ERR_CONFIG, "%s: %s%s%s", place->file,
		place->path, *place->path ? ": " : "", message);
}

/* Read the string SPAN into OUT, without NUL. */
static int read_text(const struct registry_place *place,
	const struct json_span *span, struct buf *out)
{
	if (json_span_kind(span) != JSON_STRING)
		return registry_bad(place, "must be a string");
	if (buf_append(out, "", 0) || json_span_string(span, out))
		return fail_memory(place->e);
	if (strlen(out->data) != out->len)
		return registry_bad(place, "must not hold a NUL");
	return 0;
}

struct registry_place registry_item(
	const struct registry_place *list, size_t index)
{
	struct registry_place item = *list;
	size_t len = strlen(item.path);

	(void)snprintf(
		item.path + len, sizeof(item.path) - len, "[%zu]", index);
	return item;
}

static int add_text(const struct registry_place *place,
	const struct json_span *span, struct strings *list)
{
	autobuf struct buf text = {0};

	if (read_text(place, span, &text))
		return -1;
	if (!text.len)
		return registry_bad(place, "must not be empty");
	return strings_add(list, text.data) ? fail_memory(place->e) : 0;
}

static int read_string(const struct registry_place *place,
	const struct json_span *span, void *field)
{
	struct buf text = {0};

	if (read_text(place, span, &text)) {
		buf_free(&text);
		return -1;
	}
	*(char **)field = text.data;
	return 0;
}

static int read_boolean(const struct registry_place *place,
	const struct json_span *span, void *field)
{
	if (json_span_kind(span) != JSON_BOOLEAN)
		return registry_bad(place, "must be true or false");
	*(bool *)field = json_span_true(span);
	return 0;
}

/* How it is kept booted: forked is the usual way. */
static int read_warm(const struct registry_place *place,
	const struct json_span *span, void *field)
{
	autobuf struct buf text = {0};
	enum program_warm *warm = field;

	*warm = PROGRAM_WARM_NO;
	if (json_span_kind(span) == JSON_STRING) {
		if (read_text(place, span, &text))
			return -1;
		*warm = PROGRAM_WARM_STOCK;
		/* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker) */
		if (!strcmp(text.data, "stock")) /* there is one */
			return 0;
	} else if (json_span_kind(span) == JSON_BOOLEAN) {
		if (json_span_true(span))
			*warm = PROGRAM_WARM_FORK;
		return 0;
	}
	return registry_bad(place, "must be true, false or \"stock\"");
}

static int read_strings(const struct registry_place *place,
	const struct json_span *span, void *field)
{
	struct json_span rest = *span;
	struct json_span value;

	if (json_span_kind(span) != JSON_ARRAY)
		return registry_bad(place, "must be a list of strings");
	for (size_t i = 0; json_span_item(&rest, &value); i++) {
		struct registry_place item = registry_item(place, i);

		if (add_text(&item, &value, field))
			return -1;
	}
	return 0;
}

/* {"NAME": "value"} into a list of "NAME=value": variables, and files. */
static int read_pairs(const struct registry_place *place,
	const struct json_span *span, void *field)
{
	struct json_span rest = *span;
	struct json_span key;
	struct json_span value;

	if (json_span_kind(span) != JSON_OBJECT)
		return registry_bad(place, "must be an object of strings");
	while (json_span_next(&rest, &key, &value)) {
		autobuf struct buf pair = {0};

		if (read_text(place, &key, &pair))
			return -1;
		if (!pair.len || strpbrk(pair.data, "=/"))
			return registry_bad(
				place, "'%s' is no name", pair.data);
		if (buf_append(&pair, "=", 1))
			return fail_memory(place->e);
		if (read_text(place, &value, &pair))
			return -1;
		if (strings_add(field, pair.data))
			return fail_memory(place->e);
	}
	return 0;
}

/* argv: its first item is one interpreter or a list of them to try. */
static int read_argv(const struct registry_place *place,
	const struct json_span *span, void *field)
{
	struct program *program = field;
	struct json_span rest = *span;
	struct json_span value;
	struct registry_place first = registry_item(place, 0);
	int result;

	if (json_span_kind(span) != JSON_ARRAY)
		return registry_bad(place, "must be a list of strings");
	if (!json_span_item(&rest, &value))
		return registry_bad(place, "must name an interpreter");
	if (json_span_kind(&value) == JSON_ARRAY)
		result = read_strings(&first, &value, &program->interpreters);
	else
		result = add_text(&first, &value, &program->interpreters);
	if (result)
		return -1;
	if (!program->interpreters.count)
		return registry_bad(&first, "must name an interpreter");
	if (strings_add(&program->argv, program->interpreters.item[0]))
		return fail_memory(place->e);
	for (size_t i = 1; json_span_item(&rest, &value); i++) {
		struct registry_place item = registry_item(place, i);

		if (add_text(&item, &value, &program->argv))
			return -1;
	}
	return 0;
}

const struct registry_row registry_rows[] = {
	{"extension", offsetof(struct program, extension), read_string,
		"string, required", "the ending of its script, with the dot"},
	{"argv", 0, read_argv, "array of strings, required",
		"how it is started; item 0 is the interpreter, a bare name, an "
		"absolute path, or an array of names to try; {script} becomes "
		"the path of the script, and the item {args} the arguments of "
		"the request"},
	{"aliases", offsetof(struct program, aliases), read_strings,
		"array of strings",
		"other names, for the labels of blocks and for model"},
	{"version", offsetof(struct program, version), read_strings,
		"array of strings", "arguments that make it print its version"},
	{"environment", offsetof(struct program, environment), read_pairs,
		"object of strings", "variables that it is started with"},
	{"support", offsetof(struct program, support), read_pairs,
		"object of strings",
		"small files for it, which are in /etc/codeexec inside"},
	{"read_only", offsetof(struct program, read_only), read_strings,
		"array of strings",
		"further paths of the system that it reads, where they are "
		"there"},
	{"address_space", offsetof(struct program, address_space), read_boolean,
		"boolean, default true", "false: it cannot bear RLIMIT_AS"},
	{"warm", offsetof(struct program, warm), read_warm,
		"boolean or \"stock\", default false",
		"true: it may be kept booted, and is forked; only for the "
		"programs that have it in the built-in file. \"stock\": it "
		"may be started before its run, and waits for its script, "
		"which it must read to the end before it begins"},
	{"strip_cr", offsetof(struct program, strip_cr), read_boolean,
		"boolean, default false",
		"carriage returns before line ends are taken out of its code"},
	{"open_tag", offsetof(struct program, open_tag), read_string, "string",
		"put before code that does not begin with it, on the same "
		"line"},
};
#define MEMBERS (sizeof(registry_rows) / sizeof(*registry_rows))

const size_t registry_rows_count = MEMBERS;

static const struct registry_row *find_member(const char *name)
{
	for (size_t i = 0; i < MEMBERS; i++)
		/* There is one: read_text() has not failed.
		 * NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker) */
		if (!strcmp(registry_rows[i].name, name))
			return &registry_rows[i];
	return NULL;
}

static int no_member(const struct registry_place *place, const char *name)
{
	const char *names[MEMBERS];
	const char *nearest;

	for (size_t i = 0; i < MEMBERS; i++)
		names[i] = registry_rows[i].name;
	nearest = suggest(name, names, MEMBERS);
	if (!nearest)
		return registry_bad(place, "unknown member '%s'", name);
	return registry_bad(place, "unknown member '%s'; did you mean '%s'?",
		name, nearest);
}

struct registry_place registry_member(
	const struct registry_place *whole, const char *name)
{
	struct registry_place member = *whole;
	size_t len = strlen(member.path);

	(void)snprintf(member.path + len, sizeof(member.path) - len, "%s%s",
		len ? "." : "", name);
	return member;
}

/* The version's argv without its item 0 is what the file has. */
static int complete_version(struct program *program)
{
	struct strings version = {0};
	int result = 0;

	if (!program->version.count)
		return 0;
	if (strings_add(&version, program->argv.item[0]) ||
		strings_copy(&version, &program->version))
		result = -1;
	strings_free(&program->version);
	program->version = version;
	return result;
}

/* One member; SEEN has which ones came already. */
static int read_member(const struct registry_place *place,
	const struct json_span *key, const struct json_span *value,
	struct program *program, bool *seen)
{
	autobuf struct buf name = {0};
	const struct registry_row *member;
	struct registry_place here;

	if (read_text(place, key, &name))
		return -1;
	if (!(member = find_member(name.data)))
		return no_member(place, name.data);
	here = registry_member(place, member->name);
	if (seen[member - registry_rows])
		return registry_bad(&here, "is there twice");
	seen[member - registry_rows] = true;
	return member->read(&here, value, (char *)program + member->offset);
}

int registry_read(const struct registry_place *place,
	const struct json_span *span, struct program *program)
{
	bool seen[MEMBERS] = {false};
	struct json_span rest = *span;
	struct json_span key;
	struct json_span value;

	if (json_span_kind(span) != JSON_OBJECT)
		return registry_bad(place, "must be an object");
	program->address_space = true;
	while (json_span_next(&rest, &key, &value))
		if (read_member(place, &key, &value, program, seen))
			return -1;
	if (!program->extension)
		return registry_bad(place, "has no 'extension'");
	if (!program->argv.count)
		return registry_bad(place, "has no 'argv'");
	return complete_version(program) ? fail_memory(place->e) : 0;
}
