/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Which language the info string of a fence names. */

#include <stdlib.h>
#include <string.h>

#include "core/fences.h"

#define NO_BREAK_SPACE "\xC2\xA0"

/* How many bytes of blank there are at TEXT. */
static size_t blank_len(const char *text)
{
	size_t len = strspn(text, " \t\r\n\v\f");

	if (!len && !strncmp(text, NO_BREAK_SPACE, strlen(NO_BREAK_SPACE)))
		len = strlen(NO_BREAK_SPACE);
	return len;
}

static const char *skip_blank(const char *text)
{
	size_t len;

	while ((len = blank_len(text)))
		text += len;
	return text;
}

/* How many bytes the word at TEXT has; one of STOP ends it too. */
static size_t word_len(const char *text, const char *stop)
{
	size_t len = 0;

	while (text[len] && !blank_len(text + len) && !strchr(stop, text[len]))
		len++;
	return len;
}

/*
 * The language in "{.python #id key=value}" or "{python, key=value}", from
 * behind the brace: the first class or bare word. Its length goes into *LEN, 0
 * when there is none.
 */
static const char *attribute_word(const char *text, size_t *len)
{
	for (;;) {
		text = skip_blank(text);
		*len = word_len(text, ",}");
		if (*text == ',')
			text++;
		else if (*len == 0)
			return text;
		else if (*text == '#' || memchr(text, '=', *len))
			text += *len;
		else
			break;
	}
	if (*text != '.')
		return text;
	--*len;
	return text + 1;
}

char *fence_label(const char *info)
{
	const char *word = skip_blank(info);
	size_t len;
	char *label;

	if (*word == '{')
		word = attribute_word(word + 1, &len);
	else
		len = word_len(word, "");
	if (!(label = strndup(word, len)))
		return NULL;
	for (char *c = label; *c; c++)
		if (*c >= 'A' && *c <= 'Z')
			*c = (char)(*c + ('a' - 'A'));
	return label;
}
