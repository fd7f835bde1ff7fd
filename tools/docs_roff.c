/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Every line is broken by us: mandoc -T lint counts columns, and wants each
 * sentence to begin a line. */

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "tools/docs.h"
#include "tools/docs_roff.h"

#define WIDTH 76

static void put(char c)
{
	if (c == '-')
		(void)fputs("\\-", stdout);
	else if (c == '\\')
		(void)fputs("\\e", stdout);
	else
		(void)putchar(c);
}

void roff_text(const char *text)
{
	for (; *text; text++)
		put(*text);
}

void roff_example(const char *text)
{
	for (; *text; text++) {
		if (*text == '\'')
			(void)fputs("\\(aq", stdout);
		else if (*text == '`')
			(void)fputs("\\(ga", stdout);
		else if (*text == '~')
			(void)fputs("\\(ti", stdout);
		else if (*text == '^')
			(void)fputs("\\(ha", stdout);
		else
			put(*text);
	}
}

void roff_bold(const char *before, const char *text)
{
	(void)fputs("\\fB", stdout);
	roff_text(before);
	roff_text(text);
	(void)fputs("\\fR", stdout);
}

void roff_value(const char *text)
{
	if (!text)
		return;
	(void)fputs(" \\fI", stdout);
	roff_text(text);
	(void)fputs("\\fR", stdout);
}

/* As it is printed: "-" is two characters. */
static size_t columns(const char *word, size_t len)
{
	size_t width = len;

	for (size_t i = 0; i < len; i++)
		width += word[i] == '-' || word[i] == '\\';
	return width;
}

/* Does the sentence end with the LEN characters at WORD? */
static bool ends(const char *word, size_t len)
{
	const char *next = word + len + strspn(word + len, " ");

	return len > 1 && strchr(".:", word[len - 1]) && *next &&
	       (isupper((unsigned char)*next) || word[len - 1] == '.');
}

void roff_sentences(const char *text, const char *end)
{
	size_t at = 0;

	while (*text) {
		size_t len = strcspn(text, " ");
		size_t width = columns(text, len);

		if (at && at + 1 + width > WIDTH) {
			(void)putchar('\n');
			at = 0;
		} else if (at) {
			(void)putchar(' ');
			at++;
		}
		/* A line that begins so would be a request of roff. */
		if (!at && strchr(".'", *text))
			(void)fputs("\\&", stdout);
		for (size_t i = 0; i < len; i++)
			put(text[i]);
		at += width;
		if (ends(text, len)) {
			(void)putchar('\n');
			at = 0;
		}
		text += len + strspn(text + len, " ");
	}
	(void)printf("%s\n", end);
}

void roff_item(const char *name, const char *type)
{
	(void)fputs(".TP\n", stdout);
	roff_bold("", name);
	if (type) {
		(void)fputs(" (", stdout);
		roff_text(type);
		(void)putchar(')');
	}
	(void)putchar('\n');
}

void roff_option(const struct docs_option *one, const char *scope)
{
	const char letter[] = {one->letter, '\0'};

	(void)scope; /* the section that it stands in */
	(void)fputs(".TP\n", stdout);
	if (one->letter)
		roff_bold("-", letter);
	if (one->letter && one->name)
		(void)fputs(", ", stdout);
	if (one->name)
		roff_bold("--", one->name);
	roff_value(one->value);
	(void)putchar('\n');
	if (one->key) {
		roff_sentences(one->help, ":");
		roff_bold("", one->key);
		(void)fputs(".\n", stdout);
	} else {
		roff_sentences(one->help, ".");
	}
}
