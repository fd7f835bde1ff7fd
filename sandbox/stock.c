/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Programs that were started before their run, a few of a kind: ahead.c has
 * one.
 *
 * Must not: give one that has not come to its script, for a run that boots its
 * own is there as soon, nor keep any of a kind that one was lost of: who asks
 * decides when to try again.
 */

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

#include "sandbox/ahead.h"
#include "sandbox/layer.h"

struct sb_stock {
	struct sb_ahead *box[SB_STOCK_MOST]; /* owned; NULL = none */
	enum sb_warm_state state;
	char note[80]; /* why one was lost */
};

struct sb_stock *sb_stock_open(void)
{
	return calloc(1, sizeof(struct sb_stock));
}

static void lose(struct sb_stock *stock, const struct sb_fail *why)
{
	stock->state = SB_WARM_LOST;
	(void)snprintf(stock->note, sizeof(stock->note), "%s", why->step);
}

void sb_stock_fill(
	struct sb_stock *stock, const struct sb_spec *spec, size_t count)
{
	struct sb_fail why;

	for (size_t i = 0; i < count && i < SB_STOCK_MOST; i++) {
		if (stock->box[i] && sb_ahead_misses(stock->box[i])) {
			sb_ahead_close(stock->box[i]);
			stock->box[i] = NULL;
		}
		if (stock->box[i] || stock->state == SB_WARM_LOST)
			continue;
		stock->box[i] = sb_ahead_open(spec, &why);
		if (!stock->box[i])
			lose(stock, &why);
	}
}

/* As far as is known by now, and in FDS where to hear of more. */
static void look(struct sb_stock *stock, struct pollfd fds[SB_STOCK_MOST])
{
	enum sb_warm_state found = SB_WARM_BOOTING;
	struct sb_fail why;

	for (size_t i = 0; i < SB_STOCK_MOST; i++) {
		enum sb_warm_state state =
			stock->box[i] ? sb_ahead_state(stock->box[i], &why)
				      : SB_WARM_BOOTING;

		fds[i] = (struct pollfd){
			stock->box[i] ? sb_ahead_fd(stock->box[i]) : -1, POLLIN,
			0};
		if (state == SB_WARM_LOST) {
			lose(stock, &why);
			return;
		}
		if (state == SB_WARM_READY)
			found = state;
	}
	stock->state = found;
}

enum sb_warm_state sb_stock_state(struct sb_stock *stock, int wait_ms)
{
	int64_t until = sb_now_us() + wait_ms * INT64_C(1000);
	struct pollfd fds[SB_STOCK_MOST];
	int64_t left;

	while (stock->state != SB_WARM_LOST) {
		look(stock, fds);
		left = (until - sb_now_us()) / 1000;
		if (stock->state != SB_WARM_BOOTING || left <= 0)
			break;
		(void)poll(fds, SB_STOCK_MOST, (int)left); /* looked at above */
	}
	if (stock->state == SB_WARM_BOOTING && wait_ms > 0)
		lose(stock, &(struct sb_fail){
				    .step = "it did not come to its script in "
					    "time"});
	return stock->state;
}

const char *sb_stock_note(const struct sb_stock *stock)
{
	return stock->note;
}

struct sb *sb_stock_take(struct sb_stock *stock, const struct sb_spec *spec,
	struct sb_pipes *pipe)
{
	struct sb *box = NULL;
	struct sb_fail why;

	for (size_t i = 0; !box && i < SB_STOCK_MOST; i++)
		if (stock->box[i] &&
			sb_ahead_state(stock->box[i], &why) == SB_WARM_READY)
			box = sb_ahead_give(&stock->box[i], spec, pipe);
	return box;
}

void sb_stock_close(struct sb_stock *stock)
{
	if (!stock)
		return;
	for (size_t i = 0; i < SB_STOCK_MOST; i++)
		sb_ahead_close(stock->box[i]);
	free(stock);
}
