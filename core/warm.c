/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * A few places, each for one kind of run: what the sandbox must be told again
 * with each box (script, files, limits) apart, kinds differ in everything that
 * a spec says. A kind takes the place that was not asked for the longest.
 *
 * The first run of a kind boots its own: a program that is kept costs one boot
 * more, and pays from the second on. One that was lost is tried again, after a
 * while that grows, unless it has been there for longer than that.
 */

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/clock.h"
#include "core/policy.h"
#include "core/warm.h"
#include "sandbox/sandbox.h"

#define PLACES 8
/* Of them with a stock, whose pipes are in no run's share (core/answer.c). */
#define STOCKS 2
/* How long the patient wait. */
#define BOOT_MS 10000
#define RETRY_MS 1000
#define RETRY_MAX_MS (INT64_C(3600) * 1000)

struct place {
	struct sb_kind *kind;    /* owned; NULL = free */
	struct sb_warm *program; /* owned; NULL = none yet */
	struct sb_stock *stock;  /* the same of what cannot be forked */
	size_t boxes;            /* how often either is taken, not given back */
	int64_t asked_ms;
	int64_t retry_ms; /* not started before */
	int64_t pause_ms; /* how long the last while was */
	int64_t ready_ms; /* since when it has been there; 0 = not yet */
};

struct warm {
	bool many;    /* runs are ahead */
	bool patient; /* even the first run waits for its program to boot */
	struct place place[PLACES];
	struct warm_listener listener;
};

struct warm *warm_new(
	const struct policy *policy, bool many, struct warm_listener listener)
{
	bool always = policy->warm_start == POLICY_WARM_ALWAYS;
	struct warm *pool;

	if (!always && (policy->warm_start == POLICY_WARM_OFF || !many))
		return NULL;
	pool = calloc(1, sizeof(*pool));
	if (pool)
		*pool = (struct warm){
			.many = many, .patient = always, .listener = listener};
	return pool;
}

static void end(struct place *place)
{
	sb_warm_close(place->program);
	sb_stock_close(place->stock);
	place->program = NULL;
	place->stock = NULL;
}

static void clear(struct place *place)
{
	end(place);
	sb_kind_free(place->kind);
	*place = (struct place){0};
}

/* The program EXE of PLACE is of no use: end it, once nobody has a box of it.
 * REASON may be its own. */
static void lose(struct warm *pool, struct place *place, const char *exe,
	const char *reason)
{
	char message[PATH_MAX + 128];

	(void)snprintf(message, sizeof(message),
		"%s cannot be kept booted: %s; each of its runs boots its own",
		exe, reason);
	if (pool->listener.tell)
		pool->listener.tell(pool->listener.to, message);
	end(place);
	if (place->ready_ms && clock_ms() - place->ready_ms > place->pause_ms)
		place->pause_ms = 0;
	place->ready_ms = 0;
	place->pause_ms = place->pause_ms ? place->pause_ms * 2 : RETRY_MS;
	if (place->pause_ms > RETRY_MAX_MS)
		place->pause_ms = RETRY_MAX_MS;
	place->retry_ms = clock_ms() + place->pause_ms;
}

/* The place of the kind of SPEC, or one that it may have; NULL = none is to be
 * had. *KNOWN: the kind was there. */
static struct place *find(
	struct warm *pool, const struct sb_spec *spec, bool *known)
{
	struct place *oldest = NULL;
	struct sb_kind *kind = sb_kind(spec);

	*known = true;
	for (size_t i = 0; kind && i < PLACES; i++) {
		struct place *place = &pool->place[i];

		if (place->kind && sb_kind_same(place->kind, kind)) {
			sb_kind_free(kind);
			return place;
		}
		if (!place->boxes &&
			(!oldest || place->asked_ms < oldest->asked_ms))
			oldest = place;
	}
	*known = false;
	if (!oldest) {
		sb_kind_free(kind);
		return NULL;
	}
	clear(oldest);
	oldest->kind = kind;
	return oldest;
}

/* Is there room for a stock more? The one that was not asked for the longest
 * makes it. */
static bool make_room(struct warm *pool)
{
	struct place *oldest = NULL;
	size_t count = 0;

	for (size_t i = 0; i < PLACES; i++) {
		struct place *place = &pool->place[i];

		if (!place->stock)
			continue;
		count++;
		if (!place->boxes &&
			(!oldest || place->asked_ms < oldest->asked_ms))
			oldest = place;
	}
	if (count < STOCKS)
		return true;
	if (oldest)
		end(oldest);
	return oldest;
}

static void start(struct warm *pool, struct place *place,
	const struct sb_spec *spec, bool stock)
{
	struct sb_fail why;

	if (clock_ms() < place->retry_ms)
		return;
	if (stock)
		place->stock = make_room(pool) ? sb_stock_open() : NULL;
	else if (sb_warm_open(spec, &place->program, &why))
		lose(pool, place, spec->exe, why.step);
}

/* How far is what PLACE has? */
static enum sb_warm_state state(
	struct warm *pool, struct place *place, const char *exe)
{
	int wait_ms = pool->patient ? BOOT_MS : 0;
	enum sb_warm_state state =
		place->stock ? sb_stock_state(place->stock, wait_ms)
			     : sb_warm_state(place->program, wait_ms);

	if (state == SB_WARM_READY && !place->ready_ms)
		place->ready_ms = clock_ms();
	if (state == SB_WARM_LOST && !place->boxes)
		lose(pool, place, exe,
			place->stock ? sb_stock_note(place->stock)
				     : sb_warm_note(place->program));
	return state;
}

/* The place of the kind of SPEC, with what it is to have; NULL = nothing. */
static struct place *take(
	struct warm *pool, const struct sb_spec *spec, bool stock)
{
	bool known;
	struct place *place = find(pool, spec, &known);

	if (!place)
		return NULL;
	place->asked_ms = clock_ms();
	if (!place->program && !place->stock && (known || pool->patient))
		start(pool, place, spec, stock);
	return place->program || place->stock ? place : NULL;
}

struct sb_warm *warm_take(struct warm *pool, const struct sb_spec *spec)
{
	struct place *place = take(pool, spec, false);

	if (!place || state(pool, place, spec->exe) != SB_WARM_READY)
		return NULL;
	place->boxes++;
	return place->program;
}

struct sb_stock *warm_take_stock(struct warm *pool, const struct sb_spec *spec)
{
	struct place *place = take(pool, spec, true);

	if (place && pool->patient)
		sb_stock_fill(place->stock, spec, 1);
	if (!place || state(pool, place, spec->exe) == SB_WARM_LOST)
		return NULL;
	place->boxes++;
	return place->stock;
}

void warm_give_stock(
	struct warm *pool, struct sb_stock *stock, const struct sb_spec *spec)
{
	if (stock && spec && pool->many)
		sb_stock_fill(stock, spec, SB_STOCK_MOST);
	for (size_t i = 0; stock && i < PLACES; i++)
		if (pool->place[i].stock == stock)
			pool->place[i].boxes--;
}

void warm_stock(const struct warm *pool, const struct sb_spec *spec, bool early)
{
	if (early ? pool->patient : pool->many)
		sb_warm_stock(spec);
}

void warm_give(struct warm *pool, struct sb_warm *program)
{
	for (size_t i = 0; program && i < PLACES; i++)
		if (pool->place[i].program == program)
			pool->place[i].boxes--;
}

void warm_free(struct warm *pool)
{
	if (!pool)
		return;
	for (size_t i = 0; i < PLACES; i++)
		clear(&pool->place[i]);
	free(pool);
}
