/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Objects as tables of members. */

#include <stdio.h>
#include <string.h>

#include "core/error.h"
#include "core/request_parts.h"
#include "core/request_value.h"
#include "core/utf8.h"

const char *name_shown(const char *name, char out[NAME_SHOWN])
{
	size_t len;

	if (!*name)
		name = "\"\"";
	len = strnlen(name, NAME_SHOWN - 1);
	memcpy(out, name, len);
	len = utf8_valid(out, len);
	out[len] = '\0';
	for (char *c = out; *c; c++)
		if ((unsigned char)*c < 0x20 || *c == 0x7f)
			*c = '?';
	return out;
}

int name_read(const struct json_span *name, struct buf *out, struct error *e)
{
	out->len = 0;
	if (json_span_string(name, out))
		return fail_memory(e);
	if (strlen(out->data) != out->len)
		return fail(e, ERR_INVALID_VALUE,
			"a member name must not hold U+0000");
	return 0;
}

int members_find(const struct member *m, const char *const *names,
	struct member *value, char other[NAME_SHOWN], struct error *e)
{
	struct json_span rest = m->value;
	struct json_span name;
	struct json_span found;
	autobuf struct buf text = {0};

	other[0] = '\0';
	for (size_t i = 0; names[i]; i++) {
		value[i].value = (struct json_span){0};
		(void)snprintf(value[i].path, PATH_SHOWN, "%.80s%s%s", m->path,
			*m->path ? "." : "", names[i]);
	}
	while (json_span_next(&rest, &name, &found)) {
		size_t i = 0;

		if (name_read(&name, &text, e))
			return -1;
		while (names[i] && strcmp(names[i], text.data) != 0)
			i++;
		if (json_span_kind(&found) == JSON_NULL)
			found = (struct json_span){0};
		if (names[i])
			value[i].value = found;
		else if (!other[0])
			name_shown(text.data, other);
	}
	return 0;
}

/* The row of TABLE for NAME; its count when there is none. */
static size_t row_find(const struct member_table *table, const char *name)
{
	size_t i;

	for (i = 0; i < table->count; i++)
		if (!strcmp(table->row[i].name, name))
			break;
	return i;
}

/* Where the value that counts of each row is: the last one. */
static int last_find(const struct member_table *table, struct json_span rest,
	const char *last[MEMBERS_MAX], struct error *e)
{
	struct json_span name;
	struct json_span value;
	autobuf struct buf text = {0};

	while (json_span_next(&rest, &name, &value)) {
		size_t i;

		if (name_read(&name, &text, e))
			return -1;
		i = row_find(table, text.data);
		if (i < table->count)
			last[i] = value.data;
	}
	return 0;
}

static int member_read(const struct member_table *table,
	const struct member_row *row, const struct json_span *value,
	struct reading *r, struct error *e)
{
	struct member m = {.value = *value};

	if (json_span_kind(value) == JSON_NULL && !row->null_counts)
		return 0;
	(void)snprintf(
		m.path, sizeof(m.path), "%s%s", table->prefix, row->name);
	return row->read(r, &m, e);
}

int members_read(const struct member_table *table, const struct member *m,
	struct reading *r, struct error *e)
{
	const char *last[MEMBERS_MAX] = {0};
	struct json_span rest = m->value;
	struct json_span name;
	struct json_span value;
	autobuf struct buf text = {0};

	if (last_find(table, rest, last, e))
		return -1;
	while (json_span_next(&rest, &name, &value)) {
		size_t i;
		int result = 0;

		if (name_read(&name, &text, e))
			return -1;
		i = row_find(table, text.data);
		if (i == table->count && table->lenient &&
			json_span_kind(&value) == JSON_NULL)
			continue; /* as if it were not there */
		if (i == table->count)
			result = table->unknown(r, text.data, e);
		else if (last[i] == value.data)
			result = member_read(
				table, table->row + i, &value, r, e);
		if (result)
			return -1;
	}
	return 0;
}
