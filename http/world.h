/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * What the operator has laid down, as one thing that is replaced as a whole
 * when it is read again: a request keeps the one that it began with.
 */
#ifndef HTTP_WORLD_H
#define HTTP_WORLD_H

#include <stdbool.h>
#include <stddef.h>

#include "core/models_version.h"
#include "core/policy.h"
#include "core/registry.h"
#include "core/warm.h"
#include "http/slots.h"

struct error;

struct world {
	struct policy policy;
	struct registry registry;
	struct slots slots;
	struct warm *warm; /* owned; NULL = none */
	/* Owned; of each program of the registry, once they are wanted; NULL.
	 */
	char (*version)[MODELS_VERSION_BYTES];
	bool versions_known;
	size_t holders;
};

/* Reads policy and registry as the command line asks for them. */
struct world_source {
	int (*load)(const void *from, struct policy *policy,
		struct registry *registry, struct error *e);
	const void *from; /* borrowed */
};

/* A new world in *OUT, held once, for MANY runs or one conversation's; LISTENER
 * hears of programs that cannot be kept. 0, or -1 with *E (ERR_CONFIG,
 * ERR_USAGE, ERR_INTERNAL) and no world. */
int world_load(const struct world_source *source, bool many,
	struct warm_listener listener, struct world **out, struct error *e);

/* Hold WORLD once more; it is returned. */
struct world *world_hold(struct world *world);

/* Hold it no longer: the last one frees it. Legal on NULL. */
void world_drop(struct world *world);

#endif
