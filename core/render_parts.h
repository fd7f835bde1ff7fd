/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* What a completion and the last chunk of a stream have in common. */
#ifndef CORE_RENDER_PARTS_H
#define CORE_RENDER_PARTS_H

struct json_build;
struct json_object;
struct render_context;
struct result;
struct run_result;

/* Put the object `codeexec` into INTO: RESULT, all but its stdout. */
void render_outcome(struct json_build *b, struct json_object *into,
	const struct render_context *context, const struct result *result);

/* Put the object `usage`, all zeros, into INTO: there are no tokens here. */
void render_usage(struct json_build *b, struct json_object *into);

/* Begin a completion or chunk, which is an OBJECT: its root, with the members
 * that come first. */
struct json_object *render_root(struct json_build *b,
	const struct render_context *context, const char *object,
	const char *id, long long created);

/* The finish_reason of RUN, static. */
const char *render_finish_reason(const struct run_result *run);

#endif
