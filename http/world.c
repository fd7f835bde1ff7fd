/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Policy, registry, slots and warm programs, held by count. */

#include <stdlib.h>

#include "core/error.h"
#include "http/world.h"

int world_load(const struct world_source *source, bool many,
	struct warm_listener listener, struct world **out, struct error *e)
{
	struct world *world = calloc(1, sizeof(*world));
	const struct policy_server *server;

	*out = NULL;
	if (!world)
		return fail_memory(e);
	server = &world->policy.server;
	world->holders = 1;
	if (source->load(source->from, &world->policy, &world->registry, e) ||
		slots_open(server->lock_dir, (size_t)server->max_concurrent,
			(size_t)server->queue, &world->slots, e)) {
		world_drop(world);
		return -1;
	}
	world->warm = warm_new(&world->policy, many, listener);
	*out = world;
	return 0;
}

struct world *world_hold(struct world *world)
{
	world->holders++;
	return world;
}

void world_drop(struct world *world)
{
	if (!world || --world->holders)
		return;
	free(world->version);
	slots_close(&world->slots);
	warm_free(world->warm);
	registry_free(&world->registry);
	policy_free(&world->policy);
	free(world);
}
