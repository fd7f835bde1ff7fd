/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * An upper bound, from the markers that lines begin with, of how deep libcmark
 * nests quotes and lists. It walks through all that are open for every line,
 * and up from every emphasis: the bound times those is what it costs.
 */

#include <string.h>

#include "core/fences_depth.h"
#include "core/line.h"

/* Such steps; some ten nanoseconds each. */
#define DEPTH_COST_MAX 100000000u

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* The length of the list marker at TEXT, 0 when there is none. */
static size_t list_marker(const char *text, size_t len)
{
	size_t at = 0;

	while (at < len && at < 9 && text[at] >= '0' && text[at] <= '9')
		at++;
	if (at == len)
		return 0;
	if (at == 0 ? !strchr("-+*", text[0]) : !strchr(".)", text[at]))
		return 0;
	at++;
	return at == len || is_blank(text[at]) ? at : 0;
}

/*
 * How many nested nodes at most are open after the line of LEN bytes, given
 * that OPEN were before: white space only keeps open what was, an item and its
 * list for at least two columns; each marker opens at most two more.
 */
static size_t line_depth(const char *line, size_t len, size_t open)
{
	size_t columns = 0;
	size_t markers = 0;
	size_t at = 0;
	size_t marker;

	while (at < len) {
		if (is_blank(line[at])) {
			columns += line[at] == '\t' ? 4 : 1;
			at++;
		} else if (line[at] == '>') {
			markers++;
			at++;
		} else if ((marker = list_marker(line + at, len - at))) {
			markers += 2;
			at += marker;
		} else {
			break;
		}
	}
	return (columns < open ? columns : open) + markers;
}

/* Inline nodes of one line whose making walks up to the root, at most. */
static size_t line_inlines(const char *line, size_t len)
{
	size_t count = 0;

	for (size_t i = 0; i < len; i++)
		count += line[i] == '*' || line[i] == '_' || line[i] == ']';
	return count;
}

bool fences_too_deep(const char *text, size_t len)
{
	size_t depth = 0;
	size_t cost = 0;
	bool lazy = false; /* a paragraph may go on without its markers */
	size_t end;

	for (size_t at = 0; at < len; at = line_next(text, len, at)) {
		size_t now;

		end = line_end(text, len, at);
		now = line_depth(text + at, end - at, depth);
		while (at < end && is_blank(text[at]))
			at++;
		if (at < end) {
			depth = lazy && depth > now ? depth : now;
			lazy = true;
		} else {
			lazy = false;
		}
		cost += depth * (1 + line_inlines(text + at, end - at));
		if (cost > DEPTH_COST_MAX)
			return true;
	}
	return false;
}
