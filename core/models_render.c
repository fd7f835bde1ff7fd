/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The list of programs, for people and for programs. */

#include <string.h>

#include "core/buf.h"
#include "core/colour.h"
#include "core/models.h"
#include "core/registry.h"
#include "core/render_json.h"

static int name_cell(const struct model *model, struct buf *out)
{
	return buf_printf(out, "%s", model->program->name);
}

static int aliases_cell(const struct model *model, struct buf *out)
{
	const struct strings *aliases = &model->program->aliases;

	if (!aliases->count)
		return buf_printf(out, "-");
	for (size_t i = 0; i < aliases->count; i++)
		if (buf_printf(out, "%s%s", i ? "," : "", aliases->item[i]))
			return -1;
	return 0;
}

static int allowed_cell(const struct model *model, struct buf *out)
{
	return buf_printf(out, "%s", model->allowed ? "yes" : "no");
}

static int version_cell(const struct model *model, struct buf *out)
{
	const char *version = model->version;

	if (!model->path || !model->allowed)
		version = "-"; /* was not asked */
	else if (!*version)
		version = "unknown";
	return buf_printf(out, "%s", version);
}

static int path_cell(const struct model *model, struct buf *out)
{
	return buf_printf(
		out, "%s", model->path ? model->path : "not installed");
}

static const struct column {
	const char *head;
	/* Append the text of MODEL to OUT. 0, or -1 when memory is out. */
	int (*cell)(const struct model *model, struct buf *out);
	bool only_all; /* without --all it would say the same of each */
} columns[] = {
	{"NAME", name_cell, false},
	{"ALIASES", aliases_cell, false},
	{"ALLOWED", allowed_cell, true},
	{"VERSION", version_cell, false},
	{"PATH", path_cell, false},
};

#define COLUMNS (sizeof(columns) / sizeof(*columns))

static int measure(const struct models *models, size_t width[COLUMNS])
{
	for (size_t i = 0; i < COLUMNS; i++) {
		width[i] = strlen(columns[i].head);
		for (size_t j = 0; j < models->count; j++) {
			autobuf struct buf text = {0};

			if (columns[i].cell(&models->item[j], &text))
				return -1;
			if (text.len > width[i])
				width[i] = text.len;
		}
	}
	return 0;
}

/* The row of MODEL, or with NULL that of the heads, without its end. */
static int put_row(const struct models *models, const struct model *model,
	const size_t width[COLUMNS], struct buf *out)
{
	for (size_t i = 0; i < COLUMNS; i++) {
		const struct column *column = &columns[i];
		autobuf struct buf text = {0};
		/* The last one is not padded. */
		int pad = i + 1 < COLUMNS ? (int)width[i] + 2 : 0;

		if (column->only_all && models->scope != MODELS_ALL)
			continue;
		if (model ? column->cell(model, &text)
			  : buf_printf(&text, "%s", column->head))
			return -1;
		if (buf_printf(out, "%-*s", pad, text.data))
			return -1;
	}
	return 0;
}

int models_render_table(
	const struct models *models, bool colour, struct buf *out)
{
	size_t width[COLUMNS];

	if (measure(models, width) ||
		buf_printf(out, "%s", colour_text(colour, COLOUR_BOLD)) ||
		put_row(models, NULL, width, out) ||
		buf_printf(out, "%s\n", colour_text(colour, COLOUR_PLAIN)))
		return -1;
	for (size_t i = 0; i < models->count; i++)
		if (put_row(models, &models->item[i], width, out) ||
			buf_printf(out, "\n"))
			return -1;
	return 0;
}

static void put_extension(struct json_build *b, struct json_object *into,
	const struct model *model)
{
	const struct strings *aliases = &model->program->aliases;
	struct json_object *object = put_object(b, into, "codeexec");
	struct json_object *array = put_array(b, object, "aliases");

	for (size_t i = 0; i < aliases->count; i++)
		put_string(b, array, NULL, aliases->item[i]);
	put_string(b, object, "version",
		model->version[0] ? model->version : NULL);
	put_string(b, object, "path", model->path);
	put_boolean(b, object, "installed", model->path != NULL);
	put_boolean(b, object, "allowed", model->allowed);
}

static void put_json(struct json_build *b, struct json_object *entry,
	const struct model *model)
{
	put_string(b, entry, "id", model->program->name);
	put_string(b, entry, "object", "model");
	/* OpenAI wants a date and we know none. */
	put_integer(b, entry, "created", 0);
	put_string(b, entry, "owned_by", "codeexec");
	put_extension(b, entry, model);
}

int models_render_json(
	const struct models *models, bool pretty, struct buf *out)
{
	struct json_build b = {0};
	struct json_object *list = put_object(&b, NULL, NULL);
	struct json_object *data;

	put_string(&b, list, "object", "list");
	data = put_array(&b, list, "data");
	for (size_t i = 0; i < models->count; i++)
		put_json(&b, put_object(&b, data, NULL), &models->item[i]);
	return build_finish(&b, pretty, out);
}

int model_render_json(const struct model *model, struct buf *out)
{
	struct json_build b = {0};

	put_json(&b, put_object(&b, NULL, NULL), model);
	return build_finish(&b, false, out);
}
