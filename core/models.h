/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The programs that can be asked for, as `codeexec models` lists them and as
 * GET /v1/models has them. */
#ifndef CORE_MODELS_H
#define CORE_MODELS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/error.h"
#include "core/models_version.h"

struct buf;
struct policy;
struct program;
struct registry;

struct model {
	const struct program *program; /* borrowed from the registry */
	bool allowed;                  /* by the policy */
	char *path; /* owned; its interpreter; NULL = not installed */
	/* As it says itself; "" = not asked, or no answer. */
	char version[MODELS_VERSION_BYTES];
};

/* Whom to list. */
enum models_scope {
	MODELS_ALLOWED,
	MODELS_ALL, /* also those the policy does not allow */
};

/* Zero-initialise; models_list() fills it; models_free() frees it. Borrows
 * from the registry. */
struct models {
	enum models_scope scope;
	struct model *item; /* owned, in the order of the registry */
	size_t count;
	struct error why; /* the first version that could not be had */
};

/* List what REGISTRY has of SCOPE under POLICY, without versions. 0, or -1
 * with *E (ERR_INTERNAL: memory). */
int models_list(const struct registry *registry, const struct policy *policy,
	enum models_scope scope, struct models *out, struct error *e);

/* Ask each program that is allowed and installed for its version, in the
 * sandbox. What fails is left without one and told in models->why. Blocks for
 * as long as the programs take. */
void models_ask_versions(struct models *models, const struct policy *policy);

/* Append MODELS to OUT as a table: NAME ALIASES VERSION PATH, and ALLOWED when
 * not all that are listed need be. 0, or -1 when memory is out. */
int models_render_table(
	const struct models *models, bool colour, struct buf *out);

/* Append MODELS to OUT as OpenAI's list of models, each with a
 * `codeexec` object. 0, or -1 when memory is out. */
int models_render_json(
	const struct models *models, bool pretty, struct buf *out);

/* Append one of them, as GET /v1/models/{id} has it. 0, or -1 when memory is
 * out. */
int model_render_json(const struct model *model, struct buf *out);

/* Free what MODELS holds and make it empty. */
void models_free(struct models *models);

#endif
