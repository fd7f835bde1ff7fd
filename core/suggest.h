/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* "Did you mean": the known word nearest to one that is not known. */
#ifndef CORE_SUGGEST_H
#define CORE_SUGGEST_H

#include <stddef.h>

/*
 * The one of the COUNT words at FROM that WORD most likely means, case aside;
 * the first of equally near ones. NULL when none is near: further than a third
 * of WORD's letters (at least one, at most three) in insertions, deletions,
 * replacements and swaps of neighbours, or WORD is longer than 63 bytes. The
 * result is an element of FROM. Allocates nothing.
 */
const char *suggest(const char *word, const char *const *from, size_t count);

#endif
