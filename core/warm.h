/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The warm programs of a process that runs many requests: which there are, when
 * one is started, and who gets it. A run that none fits boots its own
 * interpreter, as it would without.
 */
#ifndef CORE_WARM_H
#define CORE_WARM_H

#include <stdbool.h>

struct policy;
struct sb_spec;
struct sb_stock;
struct sb_warm;
struct warm;

/* Is told when a program cannot be kept, and why. */
struct warm_listener {
	void (*tell)(void *to, const char *message);
	void *to;
};

/* The pool that POLICY wants for who has MANY runs ahead, for the caller to
 * warm_free(); NULL = none, also when memory is out. Nothing is started yet. */
struct warm *warm_new(
	const struct policy *policy, bool many, struct warm_listener listener);

/* The warm program that a box of SPEC is to be forked from, for the caller to
 * warm_give(); NULL = none is there: one is started when the same was asked for
 * before. Blocks for the time of one set-up then, or until it has
 * booted, when the policy says always. */
struct sb_warm *warm_take(struct warm *pool, const struct sb_spec *spec);

/* Have a box in stock for SPEC, whose program warm_take() gave. EARLY: for its
 * own run, which is to wait for it as for all else; then: for the next, if
 * there is to be one. Blocks as sb_begin(). */
void warm_stock(
	const struct warm *pool, const struct sb_spec *spec, bool early);

/* The stock that the box of SPEC, which is plain, may come from, and one for
 * the next run is to go to, for the caller to warm_give_stock(); NULL = none is
 * there: one is begun when the same was asked for before. Blocks until there is
 * a box in it, when the policy says always. */
struct sb_stock *warm_take_stock(struct warm *pool, const struct sb_spec *spec);

/* See to it that STOCK (NULL = none), of warm_take_stock(), has a box for the
 * next run that is like SPEC (NULL = none is wanted), if there is to be one;
 * and give it back. Blocks as sb_begin(). */
void warm_give_stock(
	struct warm *pool, struct sb_stock *stock, const struct sb_spec *spec);

/* No box of PROGRAM (NULL = none) is left that warm_take() was called for. */
void warm_give(struct warm *pool, struct sb_warm *program);

/* End all of them. Legal on NULL. */
void warm_free(struct warm *pool);

#endif
