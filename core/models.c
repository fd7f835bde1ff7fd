/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Listing the programs. A program that is not allowed is never started, not
 * even for its version. */

#include <stdlib.h>
#include <string.h>

#include "core/buf.h"
#include "core/models.h"
#include "core/models_version.h"
#include "core/policy.h"
#include "core/registry.h"

int models_list(const struct registry *registry, const struct policy *policy,
	enum models_scope scope, struct models *out, struct error *e)
{
	out->scope = scope;
	/* One more, for an empty registry. */
	out->item = calloc(registry->count + 1, sizeof(*out->item));
	if (!out->item)
		return fail_memory(e);
	for (size_t i = 0; i < registry->count; i++) {
		const struct program *program = &registry->item[i];
		bool allowed = strings_has(&policy->programs, program->name);

		if (!allowed && scope == MODELS_ALLOWED)
			continue;
		out->item[out->count++] = (struct model){
			.program = program,
			.allowed = allowed,
			.path = program_locate(program, &policy->prefix),
		};
	}
	return 0;
}

void models_ask_versions(struct models *models, const struct policy *policy)
{
	for (size_t i = 0; i < models->count; i++) {
		struct model *model = &models->item[i];
		struct error e = {0};

		if (!model->allowed || !model->path ||
			!models_version(
				model->program, policy, model->version, &e))
			continue;
		model->version[0] = '\0';
		(void)wrap(&e, "version of %s", model->program->name);
		if (models->why.kind == ERR_NONE)
			models->why = e;
	}
}

void models_free(struct models *models)
{
	for (size_t i = 0; i < models->count; i++)
		free(models->item[i].path);
	free(models->item);
	*models = (struct models){0};
}
