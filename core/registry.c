/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The registry in force, looking programs up in it, and their interpreters on
 * the host. */

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/policy_open.h"
#include "core/registry.h"
#include "core/registry_read.h"
#include "core/suggest.h"

/* Does PROGRAM go by the LEN bytes at NAME, case aside? */
static bool goes_by(const struct program *program, const char *name, size_t len)
{
	const char *known = program->name;

	for (size_t i = 0;; known = program->aliases.item[i++]) {
		if (strlen(known) == len && !strncasecmp(known, name, len))
			return true;
		if (i == program->aliases.count)
			return false;
	}
}

static const struct program *find(
	const struct registry *registry, const char *name, size_t len)
{
	for (size_t i = 0; len && i < registry->count; i++)
		if (goes_by(&registry->item[i], name, len))
			return &registry->item[i];
	return NULL;
}

/* The length of NAME without the version at its end: "python" of
 * "python3.11". */
static size_t unversioned_len(const char *name)
{
	size_t len = strlen(name);

	while (len && strchr("0123456789.", name[len - 1]))
		len--;
	return len;
}

const struct program *registry_find(
	const struct registry *registry, const char *name)
{
	const struct program *found = find(registry, name, strlen(name));

	return found ? found : find(registry, name, unversioned_len(name));
}

const char *registry_suggest(const struct registry *registry, const char *name)
{
	const char **known;
	const char *nearest;
	size_t count = 0;

	for (size_t i = 0; i < registry->count; i++)
		count += 1 + registry->item[i].aliases.count;
	if (!(known = malloc((count + 1) * sizeof(*known))))
		return NULL;
	count = 0;
	for (size_t i = 0; i < registry->count; i++) {
		const struct program *program = &registry->item[i];

		known[count++] = program->name;
		for (size_t j = 0; j < program->aliases.count; j++)
			known[count++] = program->aliases.item[j];
	}
	nearest = suggest(name, known, count);
	free(known);
	return nearest;
}

static bool is_executable(const char *path)
{
	struct stat status;

	return !stat(path, &status) && S_ISREG(status.st_mode) &&
	       !faccessat(AT_FDCWD, path, X_OK, AT_EACCESS);
}

/* The first of NAMES that is an executable in FOLDER; a new string. */
static char *locate_in(
	const char *folder, const char *bin, const struct strings *names)
{
	char *path;

	for (size_t i = 0; i < names->count; i++) {
		if (asprintf(&path, "%s%s/%s", folder, bin, names->item[i]) < 0)
			return NULL;
		if (is_executable(path))
			return path;
		free(path);
	}
	return NULL;
}

char *program_locate(
	const struct program *program, const struct strings *prefixes)
{
	const struct strings *names = &program->interpreters;
	char *path = NULL;

	if (names->item[0][0] == '/')
		return is_executable(names->item[0]) ? strdup(names->item[0])
						     : NULL;
	for (size_t i = 0; !path && i < prefixes->count; i++)
		path = locate_in(prefixes->item[i], "/bin", names);
	if (!path)
		path = locate_in("/usr", "/bin", names);
	return path ? path : locate_in("", "/bin", names);
}

int registry_load(const char *file, struct registry *out, struct error *e)
{
	autobuf struct buf text = {0};

	*out = (struct registry){0};
	if (!file) {
		*out = registry_built_in;
		return 0;
	}
	if (policy_open(file, false, &text, e))
		return -1;
	return registry_parse(file, &text, out, e);
}

void registry_free(struct registry *registry)
{
	if (registry->item != registry_built_in.item)
		registry_forget(registry);
	*registry = (struct registry){0};
}
