/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * What the tests of plans share: the built-in registry, a policy that allows
 * all but Ruby, a request, and a plan made of them. Interpreters are empty
 * files in a prefix of the test's own, so that it matters little what the host
 * has.
 */
#ifndef TESTS_UNIT_PLAN_FIXTURE_H
#define TESTS_UNIT_PLAN_FIXTURE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/error.h"
#include "core/plan.h"
#include "core/policy.h"
#include "core/registry.h"
#include "core/request.h"

static char prefix[] = "/tmp/plan_test.XXXXXX";

static const char *const installed[] = {
	"python3", "node", "bash", "sh", "php", "perl", "sqlite3"};
#define INSTALLED (sizeof(installed) / sizeof(*installed))

static struct registry registry;
static struct policy policy;
static struct request request;
static struct plan plan;
static struct error e;

/* PREFIX/NAME; static, good until the next call. */
static const char *in_prefix(const char *name)
{
	static char path[128];

	(void)snprintf(path, sizeof(path), "%s/%s", prefix, name);
	return path;
}

static void add(struct strings *list, const char *text)
{
	if (strings_add(list, text))
		abort();
}

static void set_up(void)
{
	static const struct limits limits = {.timeout_ms = 10000,
		.cpu_time_ms = 10000,
		.memory_bytes = 512 << 20,
		.address_space_bytes = INT64_C(4) << 30,
		.processes = 64,
		.open_files = 256,
		.file_size_bytes = 64 << 20,
		.workdir_bytes = 64 << 20,
		.stdout_bytes = 1 << 20,
		.stderr_bytes = 1 << 20,
		.collect_bytes = 4 << 20,
		.request_bytes = 4 << 20,
		.blocks = 16};

	if (!mkdtemp(prefix) || mkdir(in_prefix("bin"), 0755))
		abort();
	for (size_t i = 0; i < INSTALLED; i++) {
		char name[32];
		FILE *out;

		(void)snprintf(name, sizeof(name), "bin/%s", installed[i]);
		out = fopen(in_prefix(name), "w");
		if (!out || fclose(out) || chmod(in_prefix(name), 0755))
			abort();
	}
	if (registry_load(NULL, &registry, &e))
		abort();
	policy.limits = limits;
	add(&policy.prefix, prefix);
	for (size_t i = 0; i < registry.count; i++)
		if (strcmp(registry.item[i].name, "ruby") != 0)
			add(&policy.programs, registry.item[i].name);
	request.n = 1;
}

static void clean_up(void)
{
	plan_free(&plan);
	buf_free(&request.text);
	free(request.model);
	for (size_t i = 0; i < INSTALLED; i++) {
		char name[32];

		(void)snprintf(name, sizeof(name), "bin/%s", installed[i]);
		(void)unlink(in_prefix(name));
	}
	(void)rmdir(in_prefix("bin"));
	(void)rmdir(prefix);
	strings_free(&policy.prefix);
	strings_free(&policy.programs);
	registry_free(&registry);
}

/* Plan TEXT for MODEL, NULL = absent. */
static int make(const char *model, const char *text)
{
	struct buf copy = {0};
	int result;

	plan_free(&plan);
	if (buf_append(&copy, text, strlen(text)))
		abort();
	buf_free(&request.text);
	request.text = copy;
	free(request.model);
	request.model = model ? strdup(model) : NULL;
	e = (struct error){0};
	result = plan_make(&request, &policy, &registry, &plan, &e);
	return result;
}

#endif
