/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Edit distance with swaps of neighbours (optimal string alignment): the
 * commonest slips, "pyhton" among them, count as one.
 */

#include <string.h>

#include "core/suggest.h"

/* Known words are short; a longer one is no slip of the pen. */
#define WORD_MAX 63

static char lower(char c)
{
	if (c >= 'A' && c <= 'Z')
		return (char)(c + ('a' - 'A'));
	return c;
}

static size_t smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* ROW[i % 3][j] is the distance of the first i letters of A to the first j of
 * B; a swap looks back two rows. */
static size_t distance(const char *a, const char *b)
{
	size_t row[3][WORD_MAX + 1];
	size_t a_len = strlen(a);
	size_t b_len = strlen(b);

	for (size_t j = 0; j <= b_len; j++)
		row[0][j] = j;
	for (size_t i = 1; i <= a_len; i++) {
		size_t *now = row[i % 3];
		const size_t *above = row[(i + 2) % 3];
		const size_t *before = row[(i + 1) % 3];

		now[0] = i;
		for (size_t j = 1; j <= b_len; j++) {
			char x = lower(a[i - 1]);
			char y = lower(b[j - 1]);

			now[j] = smaller(above[j], now[j - 1]) + 1;
			now[j] = smaller(now[j], above[j - 1] + (x != y));
			if (i > 1 && j > 1 && x == lower(b[j - 2]) &&
				lower(a[i - 2]) == y)
				now[j] = smaller(now[j], before[j - 2] + 1);
		}
	}
	return row[a_len % 3][b_len];
}

/* How far off a word of LEN letters may be. */
static size_t tolerance(size_t len)
{
	size_t third = len / 3;

	if (third < 1)
		third = 1;
	return smaller(third, 3);
}

const char *suggest(const char *word, const char *const *from, size_t count)
{
	size_t len = strlen(word);
	const char *best = NULL;
	size_t best_distance = tolerance(len) + 1;

	if (len < 2 || len > WORD_MAX)
		return NULL;
	for (size_t i = 0; i < count; i++) {
		size_t d;

		if (strlen(from[i]) > WORD_MAX)
			continue;
		d = distance(word, from[i]);
		if (d < best_distance && d < strlen(from[i])) {
			best = from[i];
			best_distance = d;
		}
	}
	return best;
}
