/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The policy file, walked event by event so that every refusal knows its line
 * and column. Of YAML only mappings, lists and scalars are taken: an alias can
 * blow up a small file and a tag can change what a value means, so both are
 * refused, and of equal keys there must be one. The walk is never deeper than
 * the key table: what does not fit is refused where it begins.
 */

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <yaml.h>

#include "core/buf.h"
#include "core/error.h"
#include "core/keys.h"
#include "core/policy.h"
#include "core/policy_file.h"
#include "core/policy_open.h"
#include "core/policy_value.h"

struct walk {
	const char *path;
	struct policy *policy;
	struct buf text;
	yaml_parser_t parser;
	yaml_event_t event; /* the one being looked at */
};

/* Put the place of MARK, which counts from 0, before *E. */
static int at(const struct walk *walk, yaml_mark_t mark, struct error *e)
{
	return wrap(
		e, "%s:%zu:%zu", walk->path, mark.line + 1, mark.column + 1);
}

/* Refuse the event being looked at. */
__attribute__((format(printf, 3, 4))) static int refuse(
	const struct walk *walk, struct error *e, const char *format, ...)
{
	char text[sizeof(e->message)];
	va_list args;

	va_start(args, format);
	(void)vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	(void)fail(e, ERR_CONFIG, "%s", text);
	return at(walk, walk->event.start_mark, e);
}

/* libyaml gives bytes that are no UTF-8 an offset only. */
static yaml_mark_t mark_of_offset(const struct walk *walk, size_t offset)
{
	yaml_mark_t mark = {0};

	for (size_t i = 0; i < offset && i < walk->text.len; i++) {
		mark.column++;
		if (walk->text.data[i] == '\n') {
			mark.line++;
			mark.column = 0;
		}
	}
	return mark;
}

static int syntax(const struct walk *walk, struct error *e)
{
	const yaml_parser_t *parser = &walk->parser;
	yaml_mark_t mark = parser->problem_mark;
	const char *problem = parser->problem ? parser->problem : "not YAML";
	bool first = strstr(problem, "cannot start any token") != NULL;

	if (parser->error == YAML_MEMORY_ERROR)
		return fail_memory(e);
	if (parser->error == YAML_READER_ERROR)
		mark = mark_of_offset(walk, parser->problem_offset);
	(void)fail(e, ERR_CONFIG, "%s%s", problem,
		first ? ": indent with blanks, not tabs; quote @ and `" : "");
	return at(walk, mark, e);
}

/* Of the event EVENT: why it may not be in a policy at all; NULL = it may. */
static const char *unwanted(const yaml_event_t *event)
{
	const yaml_char_t *anchor = NULL;
	const yaml_char_t *tag = NULL;

	if (event->type == YAML_ALIAS_EVENT) {
		anchor = event->data.alias.anchor;
	} else if (event->type == YAML_SCALAR_EVENT) {
		anchor = event->data.scalar.anchor;
		tag = event->data.scalar.tag;
	} else if (event->type == YAML_SEQUENCE_START_EVENT) {
		anchor = event->data.sequence_start.anchor;
		tag = event->data.sequence_start.tag;
	} else if (event->type == YAML_MAPPING_START_EVENT) {
		anchor = event->data.mapping_start.anchor;
		tag = event->data.mapping_start.tag;
	}
	if (anchor)
		return "anchors and aliases are not taken: "
		       "write the value out";
	return tag ? "tags are not taken" : NULL;
}

/* Look at the next event. */
static int next(struct walk *walk, struct error *e)
{
	const char *why;

	yaml_event_delete(&walk->event);
	if (!yaml_parser_parse(&walk->parser, &walk->event))
		return syntax(walk, e);
	if (!(why = unwanted(&walk->event)))
		return 0;
	return refuse(walk, e, "%s", why);
}

/* The text of the scalar being looked at; NULL when it is none or has a NUL in
 * it. Lives until next(). */
static const char *scalar(const struct walk *walk)
{
	const yaml_event_t *event = &walk->event;
	const char *text;

	if (event->type != YAML_SCALAR_EVENT)
		return NULL;
	text = (const char *)event->data.scalar.value;
	return strlen(text) == event->data.scalar.length ? text : NULL;
}

/* Is nothing being looked at, as after "programs:"? */
static bool is_null(const struct walk *walk)
{
	const char *text = scalar(walk);

	return text &&
	       walk->event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE &&
	       (!*text || !strcmp(text, "~") || !strcmp(text, "null"));
}

/* The text of the scalar being looked at when it is not null either. */
static const char *word(const struct walk *walk)
{
	return is_null(walk) ? NULL : scalar(walk);
}

#define WRONG_TYPE "%s: %s is wanted"

static int add_text(const struct walk *walk, const struct key *key,
	const char *text, struct error *e)
{
	if (!policy_value_add(walk->policy, key, text, false, e))
		return 0;
	(void)wrap(e, "%s", key->name);
	return at(walk, walk->event.start_mark, e);
}

static int read_list(struct walk *walk, const struct key *key, struct error *e)
{
	if (is_null(walk))
		return 0;
	if (walk->event.type != YAML_SEQUENCE_START_EVENT)
		return refuse(walk, e, WRONG_TYPE, key->name,
			"a list such as [a, b]");
	for (;;) {
		const char *text;

		if (next(walk, e))
			return -1;
		if (walk->event.type == YAML_SEQUENCE_END_EVENT)
			return 0;
		if (!(text = word(walk)))
			return refuse(walk, e, WRONG_TYPE, key->name,
				"a single word");
		if (add_text(walk, key, text, e))
			return -1;
	}
}

/* Note in SEEN the mapping key being looked at; refuse it the second time. */
static int read_name(const struct walk *walk, struct strings *seen,
	const char **name, struct error *e)
{
	if (!(*name = word(walk)))
		return refuse(walk, e, "a key must be a single word");
	if (strings_has(seen, *name))
		return refuse(walk, e, "key '%s' is given twice", *name);
	if (strings_add(seen, *name))
		return fail_memory(e);
	*name = seen->item[seen->count - 1];
	return 0;
}

/* The value of NAME in the map KEY. */
static int read_pair(struct walk *walk, const struct key *key, const char *name,
	struct error *e)
{
	autobuf struct buf pair = {0};
	const char *text;

	if (strchr(name, '='))
		return refuse(walk, e,
			"%s: '%s' cannot name an environment variable",
			key->name, name);
	if (next(walk, e))
		return -1;
	if (!(text = word(walk)))
		return refuse(walk, e, WRONG_TYPE, key->name,
			"text ('' is the empty one)");
	if (buf_printf(&pair, "%s=%s", name, text))
		return fail_memory(e);
	return add_text(walk, key, pair.data, e);
}

#define autoseen __attribute__((cleanup(strings_free)))

static int read_map(struct walk *walk, const struct key *key, struct error *e)
{
	autoseen struct strings seen = {0};

	if (is_null(walk))
		return 0;
	if (walk->event.type != YAML_MAPPING_START_EVENT)
		return refuse(walk, e, WRONG_TYPE, key->name,
			"a map such as {NAME: value}");
	for (;;) {
		const char *name;

		if (next(walk, e))
			return -1;
		if (walk->event.type == YAML_MAPPING_END_EVENT)
			return 0;
		if (read_name(walk, &seen, &name, e) ||
			read_pair(walk, key, name, e))
			return -1;
	}
}

static int read_single(
	struct walk *walk, const struct key *key, struct error *e)
{
	const char *text = word(walk);

	if (walk->event.type == YAML_SEQUENCE_START_EVENT && key->no_list)
		return refuse(walk, e, "%s: %s", key->name, key->no_list);
	if (!text)
		return refuse(walk, e, WRONG_TYPE, key->name, "a single value");
	return add_text(walk, key, text, e);
}

/* The value of KEY, whose name is being looked at. */
static int read_value(struct walk *walk, const struct key *key, struct error *e)
{
	if (next(walk, e))
		return -1;
	if (policy_value_origin(walk->policy, key, "%s:%zu:%zu", walk->path,
		    walk->event.start_mark.line + 1,
		    walk->event.start_mark.column + 1))
		return fail_memory(e);
	if (key->type == KEY_MAP)
		return read_map(walk, key, e);
	if (key_is_list(key))
		return read_list(walk, key, e);
	return read_single(walk, key, e);
}

static int unknown(const struct walk *walk, const char *name, struct error *e)
{
	const char *near = key_suggest(name);
	autobuf struct buf hint = {0};

	if (near && !strcmp(near, name))
		return refuse(walk, e, "'%s' is written as a key under '%.*s:'",
			name, (int)strcspn(name, "."), name);
	if (key_hint(name, &hint))
		return fail_memory(e);
	return refuse(walk, e, "unknown key '%s'%s", name, hint.data);
}

static int read_section(
	struct walk *walk, const char *section, struct error *e);

/* The section NAME, whose name is being looked at. */
/* NOLINTNEXTLINE(misc-no-recursion): see read_section() */
static int enter_section(struct walk *walk, const char *name, struct error *e)
{
	if (next(walk, e))
		return -1;
	if (is_null(walk))
		return 0;
	if (walk->event.type == YAML_MAPPING_START_EVENT)
		return read_section(walk, name, e);
	return refuse(walk, e, WRONG_TYPE, name, "a map of keys");
}

/* The keys of SECTION ("" = the top), whose mapping has begun. Recursion ends
 * with the key table, where no section is in another. */
/* NOLINTNEXTLINE(misc-no-recursion) */
static int read_section(struct walk *walk, const char *section, struct error *e)
{
	autoseen struct strings seen = {0};

	for (;;) {
		autobuf struct buf full = {0};
		const struct key *key;
		const char *name;
		int result;

		if (next(walk, e))
			return -1;
		if (walk->event.type == YAML_MAPPING_END_EVENT)
			return 0;
		if (read_name(walk, &seen, &name, e))
			return -1;
		if (buf_printf(&full, "%s%s%s", section, *section ? "." : "",
			    name))
			return fail_memory(e);
		/* {limits.timeout: 5s} would slip past "given twice". There is
		 * a name: read_name() has not failed.
		 * NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker) */
		key = strchr(name, '.') ? NULL : key_find(full.data);
		if (key)
			result = read_value(walk, key, e);
		else if (key_is_section(full.data))
			result = enter_section(walk, full.data, e);
		else
			result = unknown(walk, full.data, e);
		if (result)
			return -1;
	}
}

static int expect(struct walk *walk, yaml_event_type_t type, const char *why,
	struct error *e)
{
	if (next(walk, e))
		return -1;
	if (walk->event.type == type)
		return 0;
	return refuse(walk, e, "%s", why);
}

static int read_stream(struct walk *walk, struct error *e)
{
	if (expect(walk, YAML_STREAM_START_EVENT, "not YAML", e) ||
		next(walk, e))
		return -1;
	if (walk->event.type == YAML_STREAM_END_EVENT)
		return 0;
	if (next(walk, e))
		return -1;
	if (walk->event.type == YAML_MAPPING_START_EVENT) {
		if (read_section(walk, "", e))
			return -1;
	} else if (!is_null(walk)) {
		return refuse(walk, e,
			"a policy is a map of keys, such as programs: [bash]");
	}
	if (expect(walk, YAML_DOCUMENT_END_EVENT, "not YAML", e))
		return -1;
	return expect(walk, YAML_STREAM_END_EVENT,
		"a second document: a policy is one", e);
}

int policy_file_read(
	const char *path, bool optional, struct policy *policy, struct error *e)
{
	struct walk walk = {.path = path, .policy = policy};
	int result = policy_open(path, optional, &walk.text, e);

	if (result)
		(void)wrap(e, "policy");
	else if (walk.text.len && !yaml_parser_initialize(&walk.parser))
		result = fail_memory(e);
	if (result || !walk.text.len) {
		buf_free(&walk.text);
		return result;
	}
	yaml_parser_set_input_string(&walk.parser,
		(const yaml_char_t *)walk.text.data, walk.text.len);
	result = read_stream(&walk, e);
	yaml_event_delete(&walk.event);
	yaml_parser_delete(&walk.parser);
	buf_free(&walk.text);
	return result;
}

const char *policy_file_libyaml(void)
{
	return yaml_get_version_string();
}
