/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Words about the sandbox: its layers, their state on this host, and what to
 * do about a failure. */
#ifndef SANDBOX_DESCRIBE_H
#define SANDBOX_DESCRIBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sb_fail;

/* More layers than there are. */
#define SB_LAYERS_MOST 16

/* A layer as tried on this host. */
struct sb_state {
	const char *layer; /* its name, static */
	bool works;
	char detail[640]; /* what it is: "ABI 7"; or the call that failed */
	char remedy[640]; /* "" = none is needed */
};

/* How many layers there are. */
size_t sb_layer_count(void);

/* Its name, static. */
const char *sb_layer_name(size_t index);

/*
 * How long the set-up of one box took, by layer. In memory that supervisor and
 * box share: new ones for so many BOXES are zero, NULL when memory is out;
 * sb_times_free(NULL) is legal.
 */
struct sb_times {
	int64_t layer_ns[SB_LAYERS_MOST]; /* in the supervisor and inside */
};
struct sb_times *sb_times_new(size_t boxes);
void sb_times_free(struct sb_times *times, size_t boxes);

/* Try layer INDEX in a child, really applying it with the layers that it
 * stands on, and fill *STATE. Blocks for some milliseconds. */
void sb_probe(size_t index, struct sb_state *state);

/* The name of the layer that WHY is about ("setup" for none), static. */
const char *sb_fail_layer(const struct sb_fail *why);

/* What mends WHY: a sysctl, profile, flag or package by name. Static, never
 * empty. */
const char *sb_fail_remedy(const struct sb_fail *why);

#endif
