/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Fuzzes interpreters.json: `make fuzz`. What is taken must have what the rest
 * of codeexec relies on, and each of its names must be found again.
 */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/buf.h"
#include "core/error.h"
#include "core/registry.h"
#include "core/registry_read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void hold(int sound)
{
	if (!sound)
		abort();
}

static void program_hold(
	const struct registry *registry, const struct program *program)
{
	bool script = false;

	hold(program->extension[0] == '.');
	hold(program->interpreters.count && program->argv.count > 1);
	for (size_t i = 1; i < program->argv.count; i++)
		script = script || strstr(program->argv.item[i], "{script}");
	hold(script);
	hold(registry_find(registry, program->name) == program);
	for (size_t i = 0; i < program->aliases.count; i++)
		hold(registry_find(registry, program->aliases.item[i]) ==
			program);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct registry registry = {0};
	struct buf text = {0};
	struct error e = {0};

	if (!buf_append(&text, (const char *)data, size) &&
		!registry_parse("fuzz", &text, &registry, &e))
		for (size_t i = 0; i < registry.count; i++)
			program_hold(&registry, &registry.item[i]);
	buf_free(&text);
	registry_forget(&registry);
	return 0;
}
