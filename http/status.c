/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* What is asked of the service itself: models, health, metrics. */

#include <string.h>

#include "core/check.h"
#include "core/models.h"
#include "http/exchange_parts.h"
#include "http/server_parts.h"

#define JSON "application/json"

/* A box was to be had this long ago: so it is. When not, it is tried again. */
#define HEALTHY_MS 5000

static int render_one(
	const struct models *models, struct exchange *x, struct buf *text)
{
	const struct program *program =
		registry_find(&x->world->registry, x->argument);

	for (size_t i = 0; i < models->count; i++)
		if (models->item[i].program == program)
			return model_render_json(&models->item[i], text)
				       ? fail_memory(&x->refusal)
				       : 0;
	return fail_at(&x->refusal, ERR_MODEL_NOT_FOUND, "model",
		"there is no model '%.100s', or it is not allowed",
		x->argument);
}

/* What the world has of versions is MODELS' as well. */
static void put_versions(const struct world *world, struct models *models)
{
	for (size_t i = 0; i < models->count; i++) {
		struct model *model = &models->item[i];

		memcpy(model->version,
			world->version[model->program - world->registry.item],
			sizeof(model->version));
	}
}

static int render_models(struct exchange *x, struct buf *text)
{
	struct models models = {0};
	int status = models_list(&x->world->registry, &x->world->policy,
		MODELS_ALLOWED, &models, &x->refusal);

	if (!status)
		put_versions(x->world, &models);
	if (!status && *x->argument)
		status = render_one(&models, x, text);
	else if (!status && models_render_json(&models, false, text))
		status = fail_memory(&x->refusal);
	models_free(&models);
	return status;
}

enum MHD_Result models_answer(struct exchange *x)
{
	autobuf struct buf text = {0};
	int asked = versions_wait(x);

	if (asked > 0)
		return MHD_YES;
	if (asked < 0 || render_models(x, &text))
		return reply_error(x, &x->refusal);
	return reply_text(x, 200, JSON, &text);
}

enum MHD_Result health_answer(struct exchange *x)
{
	struct server *server = x->server;
	autobuf struct buf text = {0};
	int64_t now_ms = clock_ms();

	if (!server->health_ms || server->health.kind != ERR_NONE ||
		now_ms - server->health_ms > HEALTHY_MS) {
		server->health = (struct error){0};
		server->health_ms = now_ms;
		(void)check_run(&x->world->policy, &server->health);
	}
	if (server->health.kind != ERR_NONE) {
		x->refusal = server->health;
		return reply_error(x, &x->refusal);
	}
	if (buf_printf(&text, "{\"status\":\"ok\"}\n"))
		return MHD_NO;
	return reply_text(x, 200, JSON, &text);
}

enum MHD_Result metrics_answer(struct exchange *x)
{
	struct server *server = x->server;
	struct gauges gauges = {.connections = server->connection_count};
	autobuf struct buf text = {0};

	for (const struct exchange *at = server->exchanges; at; at = at->next) {
		gauges.running += at->state == EXCHANGE_RUNNING;
		gauges.waiting += at->state == EXCHANGE_WAITING;
	}
	if (metrics_render(&server->metrics, &gauges, &text))
		return MHD_NO;
	return reply_text(
		x, 200, "text/plain; version=0.0.4; charset=utf-8", &text);
}
