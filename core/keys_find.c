/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Finding a key by its name, and what helps with a name that is none. */

#include <string.h>

#include "core/buf.h"
#include "core/keys.h"
#include "core/policy.h"
#include "core/suggest.h"

static const char *last_part(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot ? dot + 1 : name;
}

const struct key *key_find(const char *name)
{
	for (size_t i = 0; i < keys_count; i++)
		if (!strcmp(keys[i].name, name))
			return &keys[i];
	return NULL;
}

bool key_is_section(const char *name)
{
	/* Row 0 is the nameless section. */
	for (size_t i = 1; i < key_sections_count; i++)
		if (!strcmp(key_sections[i].name, name))
			return true;
	return false;
}

bool key_in_section(const struct key *key, const struct key_section *section)
{
	const char *dot = strchr(key->name, '.');
	size_t len = dot ? (size_t)(dot - key->name) : 0;

	return strlen(section->name) == len &&
	       !strncmp(key->name, section->name, len);
}

const char *key_suggest(const char *name)
{
	const char *known[POLICY_KEYS_MAX + KEY_SECTIONS_MAX];
	size_t count = 0;

	for (size_t i = 0; i < keys_count; i++)
		if (!strcmp(last_part(keys[i].name), last_part(name)))
			return keys[i].name;
	for (size_t i = 0; i < keys_count; i++)
		known[count++] = keys[i].name;
	for (size_t i = 1; i < key_sections_count; i++)
		known[count++] = key_sections[i].name;
	return suggest(name, known, count);
}

static int add_word(struct buf *out, const char *word)
{
	return buf_printf(out, "%s%s", out->len ? ", " : "; known are ", word);
}

/* Append the last parts of what is in the section that NAME is in. */
static int add_siblings(const char *name, struct buf *out)
{
	size_t len = (size_t)(last_part(name) - name);

	for (size_t i = 0; i < keys_count; i++) {
		const char *last = last_part(keys[i].name);

		if ((size_t)(last - keys[i].name) == len &&
			!strncmp(keys[i].name, name, len) &&
			add_word(out, last))
			return -1;
	}
	for (size_t i = 1; !len && i < key_sections_count; i++)
		if (add_word(out, key_sections[i].name))
			return -1;
	return 0;
}

int key_hint(const char *name, struct buf *out)
{
	const char *near = key_suggest(name);

	if (near)
		return buf_printf(out, "; did you mean '%s'?", near);
	return add_siblings(name, out);
}

bool key_is_list(const struct key *key)
{
	return key->type == KEY_PATHS || key->type == KEY_PROGRAMS ||
	       key->type == KEY_NAMES || key->type == KEY_MODULES ||
	       key->type == KEY_MAP || key->type == KEY_ORIGINS;
}
