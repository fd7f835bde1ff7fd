/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The table of routes. Each is there with /v1 in front and without, for a base
 * URL that lacks it is the commonest mistake. */

#include <stdio.h>
#include <string.h>

#include "http/exchange_parts.h"
#include "http/server_parts.h"

static const struct route routes[] = {
	{"POST", "/chat/completions", false, chat_answer},
	{"GET", "/models", false, models_answer},
	{"GET", "/models/", false, models_answer},
	{"GET", "/health", true, health_answer},
	{"GET", "/", true, health_answer},
	{"GET", "/metrics", false, metrics_answer},
};

#define ROUTES (sizeof(routes) / sizeof(routes[0]))

/* PATH without what may stand before a route. */
static const char *bare(const char *path)
{
	static const char *const fronts[] = {"/openai/v1/", "/v1/"};

	for (size_t i = 0; i < sizeof(fronts) / sizeof(fronts[0]); i++) {
		size_t len = strlen(fronts[i]);

		if (!strncmp(path, fronts[i], len) && path[len])
			return path + len - 1;
	}
	return path;
}

/* What PATH has behind ROUTE's; NULL = it is another. */
static const char *behind(const struct route *route, const char *path)
{
	size_t len = strlen(route->path);
	bool below = len > 1 && route->path[len - 1] == '/';

	if (below)
		return !strncmp(path, route->path, len) && path[len]
			       ? path + len
			       : NULL;
	return !strcmp(path, route->path) ? "" : NULL;
}

static bool has_method(const struct route *route, const char *method)
{
	return !strcmp(route->method, method) ||
	       (!strcmp(route->method, "GET") && !strcmp(method, "HEAD"));
}

bool routes_open(const char *path)
{
	for (size_t i = 0; i < ROUTES; i++)
		if (routes[i].open && behind(&routes[i], bare(path)))
			return true;
	return false;
}

static int unknown(struct exchange *x)
{
	static const char twice[] = "/chat/completions/chat/completions";

	if (strstr(x->path, twice))
		return fail(&x->refusal, ERR_UNKNOWN_URL,
			"there is no %.200s: the base URL ends with /v1, the "
			"client adds /chat/completions",
			x->path);
	return fail(&x->refusal, ERR_UNKNOWN_URL,
		"there is no %.200s; there are /v1/chat/completions, "
		"/v1/models, /health and /metrics",
		x->path);
}

int routes_find(struct exchange *x)
{
	for (size_t i = 0; i < ROUTES; i++) {
		const char *argument = behind(&routes[i], bare(x->path));

		if (!argument)
			continue;
		if (has_method(&routes[i], x->method)) {
			x->route = &routes[i];
			x->argument = argument;
			return 0;
		}
		x->allow = !strcmp(routes[i].method, "GET")
				   ? "GET, HEAD, OPTIONS"
				   : "POST, OPTIONS";
		return fail(&x->refusal, ERR_METHOD_NOT_ALLOWED,
			"%.20s is not allowed on %.200s, only %s", x->method,
			x->path, x->allow);
	}
	return unknown(x);
}
