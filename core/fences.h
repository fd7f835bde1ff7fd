/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The fenced code blocks of a Markdown text, exactly as CommonMark 0.30 sees
 * them (libcmark decides), with the label of each.
 */
#ifndef CORE_FENCES_H
#define CORE_FENCES_H

#include <stddef.h>

#include "core/buf.h"

struct error;

/* One fenced code block. */
struct fence {
	char *label;     /* owned; from the info string: first word, lower-case,
			    "{.python .x}" and "{python}" reduced; "" = none */
	struct buf code; /* owned; the block's text, fence lines not included */
	int line;        /* 1-based line in the text where the code begins */
};

/* Blocks in the order of the text. Zero = none. */
struct fences {
	struct fence *item; /* owned */
	size_t count;
};

/*
 * Find all fenced code blocks of the LEN bytes at TEXT (valid UTF-8; a
 * byte-order mark at the start is skipped). Fills *OUT, which the caller frees
 * with fences_free(). 0, or -1 with *E and *OUT empty: ERR_INVALID_VALUE (text
 * made to be slow: quotes and lists nested in thousands), ERR_INTERNAL
 * (memory). Time grows with LEN only.
 */
int fences_find(
	const char *text, size_t len, struct fences *out, struct error *e);

/* The label that the info string INFO gives, as a new string the caller
 * frees; NULL when memory is out. */
char *fence_label(const char *info);

/* Free what FENCES holds and make it empty. */
void fences_free(struct fences *fences);

#endif
