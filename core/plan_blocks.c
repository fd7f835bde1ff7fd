/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Which blocks run. A block's own label wins over the model; the model is for
 * blocks without one and for a message without any fence. A label that nobody
 * knows stops everything: better no answer than half of one.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/error.h"
#include "core/fences.h"
#include "core/plan_parts.h"
#include "core/registry.h"
#include "core/request.h"

/* The model that means: labels only. */
#define MODEL_LABELS "codeexec"

/* How many passed-over blocks a message names. */
#define NAMED_MAX 5

/* Labels of what is shown, not run. */
static const char *const data_labels[] = {
	"text",
	"txt",
	"plaintext",
	"output",
	"console",
	"log",
	"json",
	"yaml",
	"yml",
	"toml",
	"xml",
	"html",
	"css",
	"diff",
	"markdown",
	"md",
	"csv",
};

/* What a caller wrote, fit for a line of a terminal: short, no controls. */
struct quoted {
	char text[48];
};

static struct quoted quote(const char *text)
{
	struct quoted quoted = {0};
	size_t len = strlen(text);
	bool cut = len >= sizeof(quoted.text);

	if (cut)
		len = sizeof(quoted.text) - 4;
	/* Not in the midst of a character. */
	while (cut && len && ((unsigned char)text[len] & 0xC0) == 0x80)
		len--;
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)text[i];

		quoted.text[i] = text[i];
		if (c < ' ' || c == 0x7F)
			quoted.text[i] = '?';
	}
	if (cut)
		memcpy(quoted.text + len, "...", 3);
	return quoted;
}

/* "; did you mean 'python'?", or what there is, with LAST at its end. */
static void hint(const struct registry *registry, const char *word,
	const char *last, struct buf *out)
{
	const char *nearest = registry_suggest(registry, word);

	if (nearest) {
		(void)buf_printf(out, "; did you mean '%s'?", nearest);
		return;
	}
	for (size_t i = 0; i < registry->count; i++)
		(void)buf_printf(out, "%s%s", i ? ", " : "; known are ",
			registry->item[i].name);
	(void)buf_printf(out, "%s", last);
}

/* What REQUEST's model means: *PROGRAM, or NULL for labels only. */
static int find_model(const struct request *request,
	const struct registry *registry, const struct program **program,
	struct error *e)
{
	const char *model = request->model;
	autobuf struct buf more = {0};
	const char *slash;

	*program = NULL;
	if (!model)
		return 0;
	if ((slash = strchr(model, '/')))
		model = slash + 1;
	if (!strcasecmp(model, MODEL_LABELS))
		return 0;
	if ((*program = registry_find(registry, model)))
		return 0;
	hint(registry, model, ", and codeexec, which goes by labels", &more);
	return fail_at(e, ERR_MODEL_NOT_FOUND, "model",
		"the model '%s' does not exist%s", quote(request->model).text,
		more.data ? more.data : "");
}

static bool is_data(const char *label)
{
	for (size_t i = 0; i < sizeof(data_labels) / sizeof(*data_labels); i++)
		if (!strcmp(data_labels[i], label))
			return true;
	return false;
}

/* Add a block that PROGRAM runs; CODE is borrowed. */
static int add_block(struct plan_blocks *out, const struct program *program,
	const struct fence *fence)
{
	struct plan_block *item =
		realloc(out->item, (out->count + 1) * sizeof(*item));

	if (!item)
		return -1;
	out->item = item;
	item += out->count++;
	*item = (struct plan_block){.program = program, .line = fence->line};
	item->label = strdup(fence->label);
	return item->label ? buf_append(&item->code, fence->code.data,
				     fence->code.len)
			   : -1;
}

static int unknown_language(const struct registry *registry,
	const struct fence *fence, struct error *e)
{
	autobuf struct buf more = {0};

	hint(registry, fence->label, "", &more);
	return fail_at(e, ERR_UNKNOWN_LANGUAGE, "messages",
		"no program for the label '%s' of the code block at line %d%s",
		quote(fence->label).text, fence->line - 1,
		more.data ? more.data : "");
}

/* Say what was found instead of a block that runs. */
static int nothing_runs(const struct fences *fences, struct error *e)
{
	autobuf struct buf found = {0};

	if (!fences->count)
		return fail_at(e, ERR_NO_CODE_BLOCK, "messages",
			"no fenced code block in the last user message; put "
			"the code between ``` fences with a label such as "
			"python, or name a program as model");
	for (size_t i = 0; i < fences->count && i < NAMED_MAX; i++) {
		const struct fence *fence = &fences->item[i];
		struct quoted label = quote(fence->label);

		(void)buf_printf(&found, "%s%s%s%s at line %d", i ? ", " : "",
			*label.text ? "'" : "no label", label.text,
			*label.text ? "'" : "", fence->line - 1);
	}
	return fail_at(e, ERR_NO_CODE_BLOCK, "messages",
		"no code block that can run: found %s%s; label the code with "
		"its language, or name a program as model",
		found.data ? found.data : "",
		fences->count > NAMED_MAX ? " and more" : "");
}

/* The fences of which the label or MODEL names a program. */
static int choose(const struct fences *fences, const struct program *model,
	const struct registry *registry, struct plan_blocks *out,
	struct error *e)
{
	for (size_t i = 0; i < fences->count; i++) {
		const struct fence *fence = &fences->item[i];
		const struct program *program =
			*fence->label ? registry_find(registry, fence->label)
				      : model;

		if (!program && *fence->label && !is_data(fence->label))
			return unknown_language(registry, fence, e);
		if (program && add_block(out, program, fence))
			return fail_memory(e);
	}
	return out->count ? 0 : nothing_runs(fences, e);
}

int plan_blocks_find(const struct request *request,
	const struct registry *registry, struct plan_blocks *out,
	struct error *e)
{
	const struct buf *text = &request->text;
	struct fence whole = {.label = (char[]){""}, .code = *text, .line = 1};
	const struct program *model;
	struct fences fences = {0};
	int result = 0;

	if (find_model(request, registry, &model, e))
		return -1;
	if (text->len && memchr(text->data, '\0', text->len))
		return fail_at(e, ERR_INVALID_VALUE, "messages",
			"the code holds a NUL");
	if (!request->verbatim && !text->len)
		return fail_at(e, ERR_NO_CODE_BLOCK, "messages",
			"there is no code: the last user message has no text");
	if (!request->verbatim && fences_find(text->data ? text->data : "",
					  text->len, &fences, e))
		return -1;
	if (fences.count || !model)
		result = choose(&fences, model, registry, out, e);
	else if (add_block(out, model, &whole))
		result = fail_memory(e);
	fences_free(&fences);
	return result;
}

void plan_blocks_free(struct plan_blocks *blocks)
{
	for (size_t i = 0; i < blocks->count; i++) {
		free(blocks->item[i].label);
		buf_free(&blocks->item[i].code);
	}
	free(blocks->item);
	*blocks = (struct plan_blocks){0};
}
