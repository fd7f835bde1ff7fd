/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Code fences by libcmark, and three things that libcmark leaves to us:
 *
 * Its API does not tell a fence without an info string from indented code.
 * Where the source line leaves a doubt, libcmark is asked again with a letter
 * added to that line: it becomes the info string of a fence, but text of
 * indented code, and nothing else changes.
 *
 * Deep quotes and lists cost it the square of their depth (minutes for a
 * hundred kilobytes of "- - - " and blank lines): such a text is refused.
 *
 * Many "![" cost it the square of their number (CVE-2023-22486), and a program
 * may well hold many: then another byte stands for the "!" meanwhile. It means
 * something only to the inline parser, of which nothing is needed here.
 */

#include <cmark.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/fences.h"
#include "core/fences_depth.h"
#include "core/line.h"

#define BOM "\xEF\xBB\xBF"

/* So many "![" are still cheap. */
#define IMAGES_MAX 1000u

/* A code block as the first parse shows it. */
struct candidate {
	struct fence fence;
	size_t line_end; /* where the letter goes to ask again */
	bool doubtful;   /* may be indented code */
};

struct candidates {
	struct candidate *item;
	size_t count;
	size_t cap;
	size_t doubts;
};

/* A place in a text, moving forward line by line. */
struct cursor {
	const char *text;
	size_t len;
	size_t at; /* where the line begins */
	int line;  /* from 1 */
};

/* Does C come before a "[" anywhere? */
static bool precedes_bracket(const char *text, size_t len, char c)
{
	for (size_t i = 0; i + 1 < len; i++)
		if (text[i] == c && text[i + 1] == '[')
			return true;
	return false;
}

/* A byte that can stand for the "!" of "![" and be told from the text's own;
 * '\0' = the text uses them all. */
static char stand_in(const char *text, size_t len)
{
	for (int c = 1; c < ' '; c++)
		if (c != '\t' && c != '\n' && c != '\v' && c != '\f' &&
			c != '\r' && !precedes_bracket(text, len, (char)c))
			return (char)c;
	return '\0';
}

static size_t count_images(const char *text, size_t len)
{
	size_t count = 0;

	for (size_t i = 0; i + 1 < len; i++)
		count += text[i] == '!' && text[i + 1] == '[';
	return count;
}

/* "<![CDATA[" is for the block parser and stays. */
static void hide_images(char *text, size_t len, char by)
{
	for (size_t i = 0; i + 1 < len; i++)
		if (text[i] == '!' && text[i + 1] == '[' &&
			(i == 0 || text[i - 1] != '<'))
			text[i] = by;
}

static void show_images(char *text, size_t len, char by)
{
	for (size_t i = 0; by && i + 1 < len; i++)
		if (text[i] == by && text[i + 1] == '[')
			text[i] = '!';
}

/* The next code block that ITER meets; NULL at the end. */
static cmark_node *next_code(cmark_iter *iter)
{
	cmark_event_type event;

	while ((event = cmark_iter_next(iter)) != CMARK_EVENT_DONE) {
		cmark_node *node = cmark_iter_get_node(iter);

		if (event == CMARK_EVENT_ENTER &&
			cmark_node_get_type(node) == CMARK_NODE_CODE_BLOCK)
			return node;
	}
	return NULL;
}

static void seek_line(struct cursor *cursor, int line)
{
	for (; cursor->line < line; cursor->line++)
		cursor->at = line_next(cursor->text, cursor->len, cursor->at);
}

/* Does a run of three fence characters stand at AT? */
static bool fence_at(const struct cursor *cursor, size_t at)
{
	const char *run = cursor->text + at;

	return at + 3 <= cursor->len && (run[0] == '`' || run[0] == '~') &&
	       run[1] == run[0] && run[2] == run[0];
}

/* One more, zero; NULL when memory is out. */
static struct candidate *candidate_new(struct candidates *list)
{
	size_t cap = list->cap ? list->cap * 2 : 8;
	struct candidate *item;

	if (list->count == list->cap) {
		item = realloc(list->item, cap * sizeof(*item));
		if (!item)
			return NULL;
		list->item = item;
		list->cap = cap;
	}
	item = list->item + list->count++;
	*item = (struct candidate){0};
	return item;
}

/* Add NODE, a code block. Only a fence begins at the first column without an
 * info string, and only where a run stands is it worth asking again. */
static int candidate_add(
	struct candidates *list, cmark_node *node, struct cursor *cursor)
{
	const char *info = cmark_node_get_fence_info(node);
	const char *code = cmark_node_get_literal(node);
	int column = cmark_node_get_start_column(node);
	struct candidate *item;

	seek_line(cursor, cmark_node_get_start_line(node));
	if (!(item = candidate_new(list)))
		return -1;
	item->fence.line = cursor->line + 1;
	item->line_end = line_end(cursor->text, cursor->len, cursor->at);
	item->doubtful =
		!*info && (column > 1 || !fence_at(cursor, cursor->at));
	list->doubts += item->doubtful &&
			fence_at(cursor, cursor->at + (size_t)column - 1);
	item->fence.label = fence_label(info);
	if (!item->fence.label)
		return -1;
	return buf_append(&item->fence.code, code, strlen(code));
}

static int collect(
	struct candidates *list, cmark_node *document, struct cursor cursor)
{
	cmark_iter *iter = cmark_iter_new(document);
	cmark_node *node;
	int result = 0;

	while (!result && (node = next_code(iter)))
		result = candidate_add(list, node, &cursor);
	cmark_iter_free(iter);
	return result;
}

/* Parse TEXT again with a letter at the end of each doubtful line, and dispel
 * the doubts about those that are fences. */
static int ask_again(struct candidates *list, const char *text, size_t len)
{
	autobuf struct buf marked = {0};
	cmark_node *document;
	cmark_iter *iter;
	cmark_node *node;
	size_t at = 0;
	size_t i;

	for (i = 0; i < list->count; i++) {
		if (!list->item[i].doubtful)
			continue;
		if (buf_append(
			    &marked, text + at, list->item[i].line_end - at) ||
			buf_append(&marked, "x", 1))
			return -1;
		at = list->item[i].line_end;
	}
	if (buf_append(&marked, text + at, len - at))
		return -1;
	document = cmark_parse_document(marked.data, marked.len, 0);
	iter = cmark_iter_new(document);
	for (i = 0; i < list->count && (node = next_code(iter)); i++)
		if (*cmark_node_get_fence_info(node))
			list->item[i].doubtful = false;
	cmark_iter_free(iter);
	cmark_node_free(document);
	return 0;
}

/* Move what is a fence from LIST to OUT; free the rest. */
static int keep_fences(struct candidates *list, struct fences *out, char by)
{
	out->item = calloc(list->count + 1, sizeof(*out->item));
	for (size_t i = 0; i < list->count; i++) {
		struct fence *fence = &list->item[i].fence;

		if (!out->item || list->item[i].doubtful) {
			free(fence->label);
			buf_free(&fence->code);
			continue;
		}
		show_images(fence->label, strlen(fence->label), by);
		show_images(fence->code.data, fence->code.len, by);
		out->item[out->count++] = *fence;
	}
	free(list->item);
	return out->item ? 0 : -1;
}

static int find(const char *text, size_t len, struct fences *out, char by)
{
	struct cursor start = {text, len, 0, 1};
	struct candidates list = {0};
	cmark_node *document = cmark_parse_document(text, len, 0);
	int result = collect(&list, document, start);

	cmark_node_free(document);
	if (!result && list.doubts)
		result = ask_again(&list, text, len);
	return keep_fences(&list, out, by) || result ? -1 : 0;
}

int fences_find(
	const char *text, size_t len, struct fences *out, struct error *e)
{
	autobuf struct buf copy = {0};
	char by = '\0';

	*out = (struct fences){0};
	if (len >= strlen(BOM) && !memcmp(text, BOM, strlen(BOM))) {
		text += strlen(BOM);
		len -= strlen(BOM);
	}
	if (len > INT_MAX / 2 || fences_too_deep(text, len))
		return fail_at(e, ERR_INVALID_VALUE, "messages",
			"the text nests quotes and lists too deeply");
	if (count_images(text, len) > IMAGES_MAX) {
		if (!(by = stand_in(text, len)))
			return fail_at(e, ERR_INVALID_VALUE, "messages",
				"the text holds too many control characters");
		if (buf_append(&copy, text, len))
			return fail_memory(e);
		hide_images(copy.data, len, by);
		text = copy.data;
	}
	if (find(text, len, out, by)) {
		fences_free(out);
		return fail_memory(e);
	}
	return 0;
}

void fences_free(struct fences *fences)
{
	for (size_t i = 0; i < fences->count; i++) {
		free(fences->item[i].label);
		buf_free(&fences->item[i].code);
	}
	free(fences->item);
	*fences = (struct fences){0};
}
