/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Pages of other origins, where the policy names these (the Fetch standard,
 * 3.2). */
#ifndef HTTP_CORS_H
#define HTTP_CORS_H

struct exchange;
struct MHD_Response;

/* What lets the page that has sent X read RESPONSE; nothing when its
 * origin is not named. */
void cors_headers(const struct exchange *x, struct MHD_Response *response);

/* The same for the answer to OPTIONS: what it may send. */
void cors_preflight_headers(
	const struct exchange *x, struct MHD_Response *response);

#endif
