/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The versions of programs, for GET /v1/models. They are asked for when that is
 * first wanted, since each costs a run; one after the other, outside of the
 * slots, and while others are served. The world that they are of keeps them.
 */

#include <stdlib.h>

#include "core/models.h"
#include "http/exchange_parts.h"
#include "http/server_parts.h"

/* Begin with the next program that is allowed, is there, and can be asked.
 * False: there is none left. */
static bool begin_next(struct asking *asking)
{
	struct world *world = asking->world;
	const struct registry *registry = &world->registry;

	for (; asking->at < registry->count; asking->at++) {
		const struct program *program = &registry->item[asking->at];
		char *text = world->version[asking->at];
		struct error e = {0};

		if (!program->version.count ||
			!strings_has(&world->policy.programs, program->name))
			continue;
		if (!models_version_begin(
			    program, &world->policy, &asking->version, &e))
			return true;
		models_version_end(asking->version, text);
		asking->version = NULL;
	}
	return false;
}

/* Those of its world are known: all who have waited turn to it again. */
static void finish(struct server *server)
{
	struct exchange *next;

	server->asking.world->versions_known = true;
	world_drop(server->asking.world);
	server->asking = (struct asking){0};
	for (struct exchange *x = server->exchanges; x; x = next) {
		next = x->next;
		if (x->state != EXCHANGE_ASKING)
			continue;
		x->state = EXCHANGE_RECEIVING;
		exchange_unlist(x);
		exchange_resume(x);
	}
}

int versions_wait(struct exchange *x)
{
	struct server *server = x->server;
	struct world *world = x->world;

	if (world->versions_known)
		return 0;
	if (!world->version)
		world->version = calloc(
			world->registry.count + 1, sizeof(*world->version));
	if (!world->version)
		return fail_memory(&x->refusal);
	/* Those of a world before it come first. */
	if (!server->asking.world) {
		server->asking = (struct asking){.world = world_hold(world)};
		if (!begin_next(&server->asking)) {
			finish(server);
			return 0;
		}
	}
	x->state = EXCHANGE_ASKING;
	exchange_list(x);
	exchange_suspend(x);
	return 1;
}

void versions_fds(
	struct server *server, struct pollfd fds[VERSIONS_FDS], int *wait_ms)
{
	const struct models_version *version = server->asking.version;
	size_t count = 0;
	int wait;

	if (version) {
		const struct execution *x = models_version_execution(version);

		count = execute_fds(x, fds);
		wait = execute_wait_ms(x);
		if (wait >= 0 && (*wait_ms < 0 || wait < *wait_ms))
			*wait_ms = wait;
	}
	for (; count < VERSIONS_FDS; count++)
		fds[count] = (struct pollfd){.fd = -1};
}

void versions_step(struct server *server, const struct pollfd *fds)
{
	struct asking *asking = &server->asking;
	struct error e = {0};

	if (!asking->version ||
		models_version_step(asking->version, fds, &e) > 0)
		return;
	models_version_end(asking->version, asking->world->version[asking->at]);
	asking->version = NULL;
	asking->at++;
	if (!begin_next(asking))
		finish(server);
}

void versions_end(struct server *server)
{
	char none[MODELS_VERSION_BYTES];

	models_version_end(server->asking.version, none);
	world_drop(server->asking.world);
	server->asking = (struct asking){0};
}
