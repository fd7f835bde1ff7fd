/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* FNV-1a over what a run's outcome may depend on. */

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "core/buf.h"
#include "core/fingerprint.h"
#include "core/keys.h"
#include "core/plan.h"
#include "core/policy.h"
#include "core/policy_render.h"
#include "core/registry.h"

static void add(uint64_t *hash, const void *data, size_t len)
{
	const unsigned char *byte = data;

	for (size_t i = 0; i < len; i++) {
		*hash ^= byte[i];
		*hash *= UINT64_C(0x100000001b3);
	}
}

static void add_text(uint64_t *hash, const char *text)
{
	add(hash, text, strlen(text) + 1);
}

static void add_interpreter(uint64_t *hash, const struct plan_step *step)
{
	struct stat st;

	const struct program *program = step->program;

	add_text(hash, step->exe);
	for (size_t i = 0; i < program->argv.count; i++)
		add_text(hash, program->argv.item[i]);
	for (size_t i = 0; i < program->support.count; i++)
		add_text(hash, program->support.item[i]);
	/* All but what depends on the request. */
	for (size_t i = 0; i < step->envp.count; i++)
		if (strncmp(step->envp.item[i],
			    "CODEEXEC_INPUT=", strlen("CODEEXEC_INPUT=")) != 0)
			add_text(hash, step->envp.item[i]);
	if (stat(step->exe, &st))
		return;
	add(hash, &st.st_size, sizeof(st.st_size));
	add(hash, &st.st_mtim, sizeof(st.st_mtim));
}

void fingerprint(const struct plan *plan, char out[FINGERPRINT_BYTES])
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);
	autobuf struct buf values = {0};

	add_text(&hash, CODEEXEC_VERSION);
	for (size_t i = 0; i < keys_count; i++) {
		if (!strncmp(keys[i].name, "server.", strlen("server.")))
			continue; /* how it is asked changes no answer */
		(void)policy_render_value(plan->policy, &keys[i], &values);
		(void)buf_append(&values, "\n", 1);
	}
	add(&hash, values.data ? values.data : "", values.len);
	for (size_t i = 0; i < plan->count; i++)
		add_interpreter(&hash, &plan->step[i]);
	(void)snprintf(
		out, FINGERPRINT_BYTES, "fp_%016llx", (unsigned long long)hash);
}
