/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * What of the host's files a block sees: the system that interpreters are made
 * of, nothing that an operator put there for himself, and what the policy
 * names. A folder is mounted before what lies in it, or it would hide it.
 */

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/plan.h"
#include "core/plan_parts.h"
#include "core/policy.h"
#include "core/registry.h"

/* Besides /usr; not every host has all, and most are links into /usr. Debian's
 * awk and php are links through /etc/alternatives. */
static const char *const system_paths[] = {
	"/bin",
	"/sbin",
	"/lib",
	"/lib32",
	"/lib64",
	"/libx32",
	"/etc/alternatives",
	"/etc/ld.so.cache",
};

/* What looking up and trusting other hosts takes. */
static const char *const network_paths[] = {
	"/etc/resolv.conf",
	"/etc/ssl/certs",
	"/etc/ssl/openssl.cnf",
};

/* Is PATH the folder FOLDER or below it? */
static bool within(const char *path, const char *folder)
{
	size_t len = strlen(folder);

	while (len && folder[len - 1] == '/')
		len--;
	return !strncmp(path, folder, len) &&
	       (path[len] == '/' || path[len] == '\0');
}

static int insert(struct plan_step *step, size_t at, struct plan_bind bind)
{
	size_t size = (step->bind_count + 1) * sizeof(*step->binds);
	char *path = strdup(bind.path);
	struct plan_bind *list = path ? realloc(step->binds, size) : NULL;

	if (!list) {
		free(path);
		return -1;
	}
	memmove(list + at + 1, list + at,
		(step->bind_count - at) * sizeof(*list));
	list[at] = bind;
	list[at].path = path;
	step->binds = list;
	step->bind_count++;
	return 0;
}

static int add(struct plan_step *step, const char *path,
	enum plan_bind_kind kind, bool optional)
{
	struct plan_bind bind = {(char *)path, kind, optional};

	return insert(step, step->bind_count, bind);
}

static int add_optional(
	struct plan_step *step, const char *const *paths, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (add(step, paths[i], PLAN_BIND_READ_ONLY, true))
			return -1;
	return 0;
}

/* Add the policy's PATHS, each before the first from FROM on that lies in
 * it. */
static int add_policy(struct plan_step *step, size_t from,
	const struct strings *paths, enum plan_bind_kind kind)
{
	for (size_t i = 0; i < paths->count; i++) {
		struct plan_bind bind = {paths->item[i], kind, false};
		size_t at = from;

		while (at < step->bind_count &&
			(!within(step->binds[at].path, bind.path) ||
				!strcmp(step->binds[at].path, bind.path)))
			at++;
		if (insert(step, at, bind))
			return -1;
	}
	return 0;
}

/* Does the policy name something in FOLDER? */
static bool names_within(const struct policy *policy, const char *folder)
{
	const struct strings *lists[] = {
		&policy->prefix, &policy->read_only, &policy->read_write};

	for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++)
		for (size_t j = 0; j < lists[i]->count; j++)
			if (within(lists[i]->item[j], folder))
				return true;
	return false;
}

int plan_binds(const struct policy *policy, struct plan_step *step)
{
	const struct strings *own = &step->program->read_only;
	size_t from;

	if (add(step, "/usr", PLAN_BIND_READ_ONLY, false))
		return -1;
	if (!names_within(policy, "/usr/local") &&
		add(step, "/usr/local", PLAN_BIND_EMPTY, true))
		return -1;
	if (add_optional(step, system_paths,
		    sizeof(system_paths) / sizeof(*system_paths)))
		return -1;
	if (policy->network == POLICY_NETWORK_HOST &&
		add_optional(step, network_paths,
			sizeof(network_paths) / sizeof(*network_paths)))
		return -1;
	if (add_optional(step, (const char *const *)own->item, own->count))
		return -1;
	from = step->bind_count;
	if (add_policy(step, from, &policy->prefix, PLAN_BIND_READ_ONLY) ||
		add_policy(step, from, &policy->read_only, PLAN_BIND_READ_ONLY))
		return -1;
	return add_policy(
		step, from, &policy->read_write, PLAN_BIND_READ_WRITE);
}

/* Is the host's file PATH in BIND, by this name or where BIND's path leads?
 * Links of the system lead to where the system is shown anyway. */
static bool shows(const struct plan_bind *bind, const char *path)
{
	autofree char *real = NULL;

	if (within(path, bind->path))
		return true;
	if (bind->optional)
		return false;
	real = realpath(bind->path, NULL);
	return real && within(path, real);
}

/* The last bind that has PATH lies on top. */
static bool shown(const struct plan_step *step, const char *path)
{
	for (size_t i = step->bind_count; i > 0; i--)
		if (shows(&step->binds[i - 1], path))
			return step->binds[i - 1].kind != PLAN_BIND_EMPTY;
	return false;
}

bool plan_binds_show(const struct plan_step *step, const char *path)
{
	autofree char *real = realpath(path, NULL);

	return real && shown(step, path) && shown(step, real);
}
