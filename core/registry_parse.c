/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* interpreters.json as a whole: what names and values may be, and that no two
 * programs answer to the same name. */

#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/json_check.h"
#include "core/json_span.h"
#include "core/registry.h"
#include "core/registry_read.h"

#define NAME_CHARACTERS "abcdefghijklmnopqrstuvwxyz0123456789_+.-"

static bool is_name(const char *text)
{
	return *text && !text[strspn(text, NAME_CHARACTERS)];
}

/* The model that means "labels only" can be no program. */
static int check_name(const struct registry_place *place, const char *name)
{
	if (!is_name(name))
		return registry_bad(
			place, "'%s' is no name: only a-z 0-9 _ + . -", name);
	if (!strcmp(name, "codeexec"))
		return registry_bad(place, "'codeexec' is reserved");
	return 0;
}

static int check_aliases(const struct registry_place *place,
	const struct program *program, const struct registry *registry)
{
	struct registry_place list = registry_member(place, "aliases");
	const struct strings *aliases = &program->aliases;

	for (size_t i = 0; i < aliases->count; i++) {
		const char *alias = aliases->item[i];
		struct registry_place item = registry_item(&list, i);

		if (check_name(&item, alias))
			return -1;
		for (size_t j = 0; j < i; j++)
			if (!strcmp(aliases->item[j], alias))
				return registry_bad(
					&item, "'%s' is there twice", alias);
		for (size_t j = 0; j < registry->count; j++) {
			const struct program *other = &registry->item[j];

			if (!strcmp(other->name, alias) ||
				(other != program &&
					strings_has(&other->aliases, alias)))
				return registry_bad(&item,
					"'%s' is already a name of %s", alias,
					other->name);
		}
	}
	return 0;
}

/* A bare name is searched in folders that are known; a path must be whole. */
static int check_interpreters(
	const struct registry_place *place, const struct strings *interpreters)
{
	struct registry_place argv = registry_member(place, "argv");
	struct registry_place first = registry_item(&argv, 0);

	for (size_t i = 0; i < interpreters->count; i++) {
		const char *item = interpreters->item[i];

		if (!strchr(item, '/'))
			continue;
		if (item[0] != '/' || interpreters->count > 1)
			return registry_bad(&first,
				"'%s' must be a bare name or one absolute path",
				item);
	}
	return 0;
}

static int check_argv(
	const struct registry_place *place, const struct program *program)
{
	struct registry_place argv = registry_member(place, "argv");

	for (size_t i = 1; i < program->argv.count; i++)
		if (strstr(program->argv.item[i], "{script}"))
			return 0;
	return registry_bad(&argv, "no item has '{script}'");
}

static int check_extension(
	const struct registry_place *place, const char *extension)
{
	struct registry_place here = registry_member(place, "extension");

	if (extension[0] != '.' || !is_name(extension + 1))
		return registry_bad(
			&here, "must be like '.py', not '%s'", extension);
	return 0;
}

static int check_read_only(
	const struct registry_place *place, const struct strings *paths)
{
	struct registry_place list = registry_member(place, "read_only");

	for (size_t i = 0; i < paths->count; i++) {
		struct registry_place item = registry_item(&list, i);

		if (paths->item[i][0] != '/')
			return registry_bad(&item,
				"'%s' is not an absolute path", paths->item[i]);
	}
	return 0;
}

static int check_program(
	const struct registry_place *place, const struct program *program)
{
	if (check_extension(place, program->extension) ||
		check_interpreters(place, &program->interpreters) ||
		check_argv(place, program))
		return -1;
	return check_read_only(place, &program->read_only);
}

/* A new program in REGISTRY that goes by the string KEY. */
static struct program *add_program(const struct registry_place *top,
	const struct json_span *key, struct registry *registry)
{
	struct buf name = {0};
	struct program *item =
		realloc(registry->item, (registry->count + 1) * sizeof(*item));

	if (item)
		registry->item = item;
	if (!item || buf_append(&name, "", 0) || json_span_string(key, &name)) {
		buf_free(&name);
		(void)fail_memory(top->e);
		return NULL;
	}
	item += registry->count++;
	*item = (struct program){.name = name.data};
	return item;
}

static int read_programs(const struct registry_place *top,
	const struct json_span *whole, struct registry *registry)
{
	struct json_span rest = *whole;
	struct json_span key;
	struct json_span value;

	if (json_span_kind(whole) != JSON_OBJECT)
		return registry_bad(top, "must be an object of programs");
	while (json_span_next(&rest, &key, &value)) {
		struct program *program = add_program(top, &key, registry);
		struct registry_place place;

		if (!program || check_name(top, program->name))
			return -1;
		place = registry_member(top, program->name);
		for (size_t i = 0; i + 1 < registry->count; i++)
			if (!strcmp(registry->item[i].name, program->name))
				return registry_bad(&place, "is there twice");
		if (registry_read(&place, &value, program) ||
			check_program(&place, program))
			return -1;
	}
	return 0;
}

/* Only when all are read is every name known that an alias may not be. */
static int check_all_aliases(
	const struct registry_place *top, const struct registry *registry)
{
	for (size_t i = 0; i < registry->count; i++) {
		struct registry_place place =
			registry_member(top, registry->item[i].name);

		if (check_aliases(&place, &registry->item[i], registry))
			return -1;
	}
	return 0;
}

int registry_parse(const char *file, const struct buf *text,
	struct registry *out, struct error *e)
{
	struct registry_place top = {.file = file, .e = e};
	struct json_span whole;

	if (json_check(text->data, text->len, &whole, e)) {
		e->kind = ERR_CONFIG;
		return wrap(e, "%s", file);
	}
	if (read_programs(&top, &whole, out))
		return -1;
	return check_all_aliases(&top, out);
}

static void program_free(struct program *program)
{
	free(program->name);
	strings_free(&program->aliases);
	free(program->extension);
	strings_free(&program->interpreters);
	strings_free(&program->argv);
	strings_free(&program->version);
	strings_free(&program->environment);
	strings_free(&program->read_only);
	strings_free(&program->support);
	free(program->open_tag);
}

void registry_forget(struct registry *registry)
{
	for (size_t i = 0; i < registry->count; i++)
		program_free(&registry->item[i]);
	free(registry->item);
	*registry = (struct registry){0};
}
