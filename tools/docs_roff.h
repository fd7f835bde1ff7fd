/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Text for man(7), on stdout. */
#ifndef TOOLS_DOCS_ROFF_H
#define TOOLS_DOCS_ROFF_H

struct docs_option;

/* Print TEXT as it is taken within a line. */
void roff_text(const char *text);

/* The same for what is to be typed: quotes stay what they are. */
void roff_example(const char *text);

/* Print BEFORE and TEXT in bold. */
void roff_bold(const char *before, const char *text);

/* Print a blank and TEXT in italics; nothing when it is NULL. */
void roff_value(const char *text);

/* Print the sentences TEXT, each beginning a line, none longer than mandoc(1)
 * likes them; END stands behind the last one. */
void roff_sentences(const char *text, const char *end);

/* Print the head of an item of a list: its name, and TYPE in brackets unless it
 * is NULL. */
void roff_item(const char *name, const char *type);

/* Print ONE as an item: its forms, and its help without an end. */
void roff_option(const struct docs_option *one, const char *scope);

#endif
