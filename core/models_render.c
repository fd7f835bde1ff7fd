/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The list of programs, for people and for programs. */

#include <string.h>

#include "core/buf.h"
#include "core/models.h"
#include "core/registry.h"
#include "core/render_json.h"

enum { NAME, ALIASES, VERSION, PATH, COLUMNS };

static const char *const heads[COLUMNS] = {
	"NAME", "ALIASES", "VERSION", "PATH"};

static const char *version_cell(const struct model *model)
{
	if (!model->path)
		return "not installed";
	if (!model->allowed)
		return "not allowed";
	return model->version[0] ? model->version : "unknown";
}

/* The text of MODEL in COLUMN, appended to OUT. */
static int cell(const struct model *model, size_t column, struct buf *out)
{
	const struct strings *aliases = &model->program->aliases;

	if (column == NAME)
		return buf_printf(out, "%s", model->program->name);
	if (column == VERSION)
		return buf_printf(out, "%s", version_cell(model));
	if (column == PATH)
		return buf_printf(out, "%s", model->path ? model->path : "-");
	if (!aliases->count)
		return buf_printf(out, "-");
	for (size_t i = 0; i < aliases->count; i++)
		if (buf_printf(out, "%s%s", i ? "," : "", aliases->item[i]))
			return -1;
	return 0;
}

static int measure(const struct models *models, size_t width[COLUMNS])
{
	for (size_t column = 0; column < COLUMNS; column++) {
		width[column] = strlen(heads[column]);
		for (size_t i = 0; i < models->count; i++) {
			autobuf struct buf text = {0};

			if (cell(&models->item[i], column, &text))
				return -1;
			if (text.len > width[column])
				width[column] = text.len;
		}
	}
	return 0;
}

/* The last column is not padded. */
static int put(const char *text, size_t column, const size_t width[COLUMNS],
	struct buf *out)
{
	if (column == COLUMNS - 1)
		return buf_printf(out, "%s\n", text);
	return buf_printf(out, "%-*s  ", (int)width[column], text);
}

static int put_model(
	const struct model *model, const size_t width[COLUMNS], struct buf *out)
{
	for (size_t column = 0; column < COLUMNS; column++) {
		autobuf struct buf text = {0};

		if (cell(model, column, &text) ||
			put(text.data, column, width, out))
			return -1;
	}
	return 0;
}

int models_render_table(const struct models *models, struct buf *out)
{
	size_t width[COLUMNS];

	if (measure(models, width))
		return -1;
	for (size_t column = 0; column < COLUMNS; column++)
		if (put(heads[column], column, width, out))
			return -1;
	for (size_t i = 0; i < models->count; i++)
		if (put_model(&models->item[i], width, out))
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
