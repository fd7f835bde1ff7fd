/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Showing a policy. Control characters, which a file's values may hold, never
 * reach a terminal: JSON escapes them, the table shows '?'. */

#include <stdint.h>
#include <string.h>

#include "core/buf.h"
#include "core/colour.h"
#include "core/keys.h"
#include "core/policy.h"
#include "core/policy_render.h"
#include "core/policy_value.h"
#include "core/render_json.h"

/* A column grows no wider than this for the sake of one long value. */
#define COLUMN_MAX 40

static int quantity(
	const struct key *key, const int64_t *value, struct buf *out)
{
	char text[32];

	unit_format(key->unit, *value, text);
	return buf_printf(out, "%s", text);
}

static int list(
	const struct key *key, const struct strings *items, struct buf *out)
{
	if (!items->count)
		return buf_printf(out, "%s", key->preset);
	for (size_t i = 0; i < items->count; i++)
		if (buf_printf(out, "%s%s", i ? ", " : "", items->item[i]))
			return -1;
	return 0;
}

static int value(const struct key *key, const void *field, struct buf *out)
{
	const char *path;

	switch (key->type) {
	case KEY_QUANTITY:
		return quantity(key, field, out);
	case KEY_ENUM:
		return buf_printf(
			out, "%s", key->words[*(const unsigned *)field]);
	case KEY_FILE:
	case KEY_PATH:
		path = *(char *const *)field;
		return buf_printf(out, "%s", path ? path : key->preset);
	case KEY_PATHS:
	case KEY_PROGRAMS:
	case KEY_NAMES:
	case KEY_MODULES:
	case KEY_MAP:
	case KEY_ORIGINS:
		break;
	}
	return list(key, field, out);
}

int policy_render_value(
	const struct policy *policy, const struct key *key, struct buf *out)
{
	size_t start = out->len;

	if (value(key, policy_value_get(policy, key), out))
		return -1;
	for (size_t i = start; i < out->len; i++)
		if ((unsigned char)out->data[i] < ' ' || out->data[i] == 127)
			out->data[i] = '?';
	return 0;
}

static size_t wider(size_t width, size_t len)
{
	return len > width && len <= COLUMN_MAX ? len : width;
}

/* Write the row of KEY to OUT, or, when that is NULL, widen the columns for
 * it. */
static int table_row(const struct policy *policy, const struct key *key,
	size_t width[2], struct buf *out)
{
	autobuf struct buf text = {0};

	if (policy_render_value(policy, key, &text))
		return -1;
	if (out)
		return buf_printf(out, "%-*s  %-*s  %s\n", (int)width[0],
			key->name, (int)width[1], text.data,
			policy->origin[key - keys]);
	width[0] = wider(width[0], strlen(key->name));
	width[1] = wider(width[1], text.len);
	return 0;
}

int policy_render_table(const struct policy *policy,
	const struct policy_shown *shown, bool colour, struct buf *out)
{
	size_t width[2] = {strlen("KEY"), strlen("VALUE")};

	for (size_t i = 0; i < keys_count; i++)
		if (shown->key[i] && table_row(policy, &keys[i], width, NULL))
			return -1;
	if (buf_printf(out, "%s%-*s  %-*s  %s%s\n",
		    colour_text(colour, COLOUR_BOLD), (int)width[0], "KEY",
		    (int)width[1], "VALUE", "ORIGIN",
		    colour_text(colour, COLOUR_PLAIN)))
		return -1;
	for (size_t i = 0; i < keys_count; i++)
		if (shown->key[i] && table_row(policy, &keys[i], width, out))
			return -1;
	return 0;
}

static void put_list(struct json_build *b, struct json_object *into,
	const struct strings *items)
{
	struct json_object *array = put_array(b, into, "value");

	for (size_t i = 0; i < items->count; i++)
		put_string(b, array, NULL, items->item[i]);
}

/* Items "NAME=value" as an object. */
static void put_map(struct json_build *b, struct json_object *into,
	const struct strings *items)
{
	struct json_object *object = put_object(b, into, "value");

	for (size_t i = 0; i < items->count; i++) {
		const char *item = items->item[i];
		size_t len = strcspn(item, "=");
		autobuf struct buf name = {0};

		if (buf_append(&name, item, len))
			b->failed = true;
		else
			put_string(b, object, name.data, item + len + 1);
	}
}

static void put_quantity(struct json_build *b, struct json_object *into,
	const struct key *key, int64_t number)
{
	char text[32];

	if (key->unit == UNIT_COUNT) {
		put_integer(b, into, "value", number);
		return;
	}
	unit_format(key->unit, number, text);
	put_string(b, into, "value", text);
}

static void put_value(struct json_build *b, struct json_object *into,
	const struct key *key, const void *field)
{
	switch (key->type) {
	case KEY_QUANTITY:
		put_quantity(b, into, key, *(const int64_t *)field);
		return;
	case KEY_ENUM:
		put_string(
			b, into, "value", key->words[*(const unsigned *)field]);
		return;
	case KEY_FILE:
	case KEY_PATH:
		put_string(b, into, "value", *(char *const *)field);
		return;
	case KEY_MAP:
		put_map(b, into, field);
		return;
	case KEY_PATHS:
	case KEY_PROGRAMS:
	case KEY_NAMES:
	case KEY_MODULES:
	case KEY_ORIGINS:
		put_list(b, into, field);
	}
}

int policy_render_json(const struct policy *policy,
	const struct policy_shown *shown, bool pretty, struct buf *out)
{
	struct json_build b = {0};
	struct json_object *object = put_object(&b, NULL, NULL);

	for (size_t i = 0; i < keys_count; i++) {
		const struct key *key = &keys[i];
		struct json_object *entry;

		if (!shown->key[i])
			continue;
		entry = put_object(&b, object, key->name);
		put_value(&b, entry, key, policy_value_get(policy, key));
		put_string(&b, entry, "origin", policy->origin[i]);
	}
	return build_finish(&b, pretty, out);
}
