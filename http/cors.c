/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The origin is told back as it came, never "*": with a key it is a page that
 * is trusted, not the world. */

#include <string.h>

#include "http/cors.h"
#include "http/server_parts.h"

static const char *asked(const struct exchange *x, const char *name)
{
	return x->server->mhd.MHD_lookup_connection_value(
		x->mhd, MHD_HEADER_KIND, name);
}

/* Its origin, when the policy names it; else NULL. */
static const char *allowed_origin(const struct exchange *x)
{
	const struct strings *origins = &x->world->policy.server.cors;
	const char *origin = origins->count ? asked(x, "Origin") : NULL;

	if (!origin)
		return NULL;
	return strings_has(origins, origin) || strings_has(origins, "*")
		       ? origin
		       : NULL;
}

static void header(const struct exchange *x, struct MHD_Response *response,
	const char *name, const char *value)
{
	(void)x->server->mhd.MHD_add_response_header(response, name, value);
}

void cors_headers(const struct exchange *x, struct MHD_Response *response)
{
	const char *origin = allowed_origin(x);

	if (x->world->policy.server.cors.count)
		header(x, response, "Vary", "Origin");
	if (!origin)
		return;
	header(x, response, "Access-Control-Allow-Origin", origin);
	header(x, response, "Access-Control-Expose-Headers",
		"x-request-id, x-codeexec-status, x-codeexec-exit-code, "
		"Retry-After, retry-after-ms");
}

void cors_preflight_headers(
	const struct exchange *x, struct MHD_Response *response)
{
	const char *wanted = asked(x, "Access-Control-Request-Headers");

	header(x, response, "Allow", "GET, HEAD, POST, OPTIONS");
	if (!allowed_origin(x))
		return;
	header(x, response, "Access-Control-Allow-Methods",
		"GET, HEAD, POST, OPTIONS");
	header(x, response, "Access-Control-Max-Age", "600");
	/* SDKs send a dozen headers of their own, and new ones each year. */
	if (wanted)
		header(x, response, "Access-Control-Allow-Headers", wanted);
}
