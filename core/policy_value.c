/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Checks by type. Everything fails closed: no value ever means "unlimited",
 * a path that would undo the sandbox's own view of the host is refused, and so
 * is one that is not there.
 */

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/buf.h"
#include "core/error.h"
#include "core/keys.h"
#include "core/policy.h"
#include "core/policy_value.h"
#include "sandbox/sandbox.h"

/* A path of the host that may not be shown inside, and why. */
struct forbidden {
	const char *path;
	bool below; /* nor may anything below it */
	bool place; /* it may, at another place: a link leads there */
	const char *why;
};

#define ELSEWHERE "; show it at another path (mount --bind)"

static const struct forbidden forbidden[] = {
	{"/", false, false, "name the folders that are needed"},
	{"/proc", true, false,
		"it tells of other processes; the sandbox has its own"},
	{"/sys", true, false, "it is the kernel's own state"},
	{"/dev", true, false, "the sandbox has its own"},
	{"/etc", false, false,
		"the sandbox has its own; name what is needed in it"},
	/* What the sandbox writes for each run. */
	{SB_WORKDIR, true, true,
		"each run has a " SB_WORKDIR " of its own" ELSEWHERE},
	{"/etc/codeexec", true, true,
		"the sandbox's own /etc/codeexec is there" ELSEWHERE},
	{"/etc/ld.so.preload", false, true,
		"programs are kept booted by one of the sandbox's own; "
		"set LD_PRELOAD by --set-env"},
};

_Static_assert(sizeof(enum policy_sandbox) == sizeof(unsigned) &&
		       sizeof(enum policy_network) == sizeof(unsigned) &&
		       sizeof(enum policy_warm) == sizeof(unsigned),
	"word() sets enums as unsigned");

static int quantity(const struct key *key, const char *text, int64_t *field,
	struct error *e)
{
	int64_t value;
	char min[32];
	char max[32];

	if (unit_parse(key->unit, text, &value))
		return fail(e, ERR_CONFIG, "'%s' is not %s", text,
			unit_wanted(key->unit));
	if (value >= key->min && value <= key->max) {
		*field = value;
		return 0;
	}
	unit_format(key->unit, key->min, min);
	unit_format(key->unit, key->max, max);
	return fail(e, ERR_CONFIG, "'%s' is out of bounds: from %s to %s", text,
		min, max);
}

/* The enums of struct policy are set through their number: each begins at 0
 * and its words are in its order. */
static int word(const struct key *key, const char *text, unsigned *field,
	struct error *e)
{
	autobuf struct buf list = {0};

	for (unsigned i = 0; key->words[i]; i++) {
		if (!strcmp(key->words[i], text)) {
			*field = i;
			return 0;
		}
		if (buf_printf(&list, "%s%s", i ? " or " : "", key->words[i]))
			return fail_memory(e);
	}
	/* No word looks like an item of a list: example.org:443 */
	if (key->no_list && strpbrk(text, ".:,[ "))
		return fail(e, ERR_CONFIG, "%s", key->no_list);
	return fail(e, ERR_CONFIG, "'%s' is not %s", text, list.data);
}

static bool is_name(const char *text, size_t len)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";

	return len > 0 && strspn(text, letters) >= len &&
	       !(*text >= '0' && *text <= '9');
}

static int add_item(struct strings *list, const char *text, struct error *e)
{
	if (strings_has(list, text))
		return 0;
	return strings_add(list, text) ? fail_memory(e) : 0;
}

static int program(struct strings *list, const char *text, struct error *e)
{
	const char *at = text;

	while (*at > ' ' && *at < 127)
		at++;
	if (at == text || *at)
		return fail(e, ERR_CONFIG, "'%s' cannot name a program", text);
	return add_item(list, text, e);
}

static int name(struct strings *list, const char *text, struct error *e)
{
	if (!is_name(text, strlen(text)))
		return fail(e, ERR_CONFIG,
			"'%s' cannot name an environment variable", text);
	return add_item(list, text, e);
}

static int pair(struct strings *list, const char *text, struct error *e)
{
	const char *equals = strchr(text, '=');
	size_t len = equals ? (size_t)(equals - text) : 0;

	if (!equals)
		return fail(e, ERR_CONFIG, "'%s' is not NAME=VALUE", text);
	if (!is_name(text, len))
		return fail(e, ERR_CONFIG,
			"'%.*s' cannot name an environment variable", (int)len,
			text);
	for (size_t i = 0; i < list->count; i++) {
		char *copy;

		if (strncmp(list->item[i], text, len + 1) != 0)
			continue;
		if (!(copy = strdup(text)))
			return fail_memory(e);
		free(list->item[i]);
		list->item[i] = copy;
		return 0;
	}
	return strings_add(list, text) ? fail_memory(e) : 0;
}

/* "https://example.com:8443", as a browser sends it: no path, not even a slash;
 * or "*". */
static int origin(struct strings *list, const char *text, struct error *e)
{
	const char *host = strstr(text, "://");
	const char *at = text;

	while (*at > ' ' && *at < 127)
		at++;
	if (*at || at == text ||
		(strcmp(text, "*") != 0 && strcmp(text, "null") != 0 &&
			(!host || host == text || !host[3] ||
				strchr(host + 3, '/'))))
		return fail(e, ERR_CONFIG,
			"'%s' is no origin such as https://example.com", text);
	return add_item(list, text, e);
}

/* Is the absolute PATH without ".", ".." and empty parts? */
static bool is_plain(const char *path)
{
	while (*path == '/') {
		size_t len = strcspn(++path, "/");

		if (!len || (len == 1 && path[0] == '.') ||
			(len == 2 && path[0] == '.' && path[1] == '.'))
			return false;
		path += len;
	}
	return true;
}

/* TEXT as an absolute, plain path: a new string in *OUT. */
static int absolute(const char *text, bool resolve, char **out, struct error *e)
{
	size_t len = strlen(text);

	if (resolve) {
		if (!(*out = realpath(text, NULL)))
			return fail(e, ERR_CONFIG, "'%s': %s", text,
				strerror(errno));
		return 0;
	}
	if (*text != '/')
		return fail(
			e, ERR_CONFIG, "'%s' is not an absolute path", text);
	while (len > 1 && text[len - 1] == '/')
		len--;
	if (!(*out = strndup(text, len)))
		return fail_memory(e);
	if (len == 1 || (is_plain(*out) && len < PATH_MAX))
		return 0;
	return fail(e, ERR_CONFIG,
		"'%s' has an empty part, '.' or '..', or is too long", text);
}

static bool is_below(const char *path, const char *folder)
{
	size_t len = strlen(folder);

	return !strncmp(path, folder, len) && path[len] == '/';
}

/* What is not there when the policy is read would be missed by every run. */
static int examine(const char *path, struct stat *status, struct error *e)
{
	if (!stat(path, status))
		return 0;
	return fail(e, ERR_CONFIG, "'%s': %s", path, strerror(errno));
}

/* May PATH be shown inside? At this very PLACE, or it leads there. */
static int judge(const char *path, bool place, struct error *e)
{
	for (size_t i = 0; i < sizeof(forbidden) / sizeof(forbidden[0]); i++) {
		const struct forbidden *no = &forbidden[i];

		if ((place || !no->place) &&
			(!strcmp(path, no->path) ||
				(no->below && is_below(path, no->path))))
			return fail(e, ERR_CONFIG,
				"'%s' cannot be shown inside: %s", path,
				no->why);
	}
	return 0;
}

static int add_path(
	struct strings *list, const char *text, bool resolve, struct error *e)
{
	autofree char *path = NULL;
	autofree char *real = NULL;
	struct stat status;

	if (absolute(text, resolve, &path, e) || judge(path, true, e) ||
		examine(path, &status, e))
		return -1; /* NOLINT(clang-analyzer-unix.Malloc): autofree */
	/* A link shows where it leads. */
	if (!(real = realpath(path, NULL)))
		return fail(e, ERR_CONFIG, "'%s': %s", path, strerror(errno));
	if (judge(real, false, e))
		return wrap(e, "'%s'", path);
	return add_item(list, path, e);
}

/* A folder. Those of the workdir are made for each run. */
static int set_path(const struct key *key, char **field, const char *text,
	bool resolve, struct error *e)
{
	bool made = key->there &&
		    (!strcmp(text, SB_WORKDIR) || is_below(text, SB_WORKDIR));
	bool look = key->there && !made;
	autofree char *path = NULL;
	struct stat status;

	if (absolute(text, resolve && !made, &path, e) ||
		(look && examine(path, &status, e)))
		return -1; /* NOLINT(clang-analyzer-unix.Malloc): autofree */
	if (look && !S_ISDIR(status.st_mode))
		return fail(e, ERR_CONFIG, "'%s' is not a folder", path);
	free(*field);
	*field = steal(&path);
	return 0;
}

/* A file that codeexec reads; by flag it may be relative, as any command's. */
static int set_file(const struct key *key, char **field, const char *text,
	bool from_flag, struct error *e)
{
	autofree char *path = NULL;
	struct stat status;

	if (!from_flag && absolute(text, false, &path, e))
		return -1; /* NOLINT(clang-analyzer-unix.Malloc): autofree */
	if (from_flag && !*text)
		return fail(e, ERR_CONFIG, "an empty path is no file");
	if (from_flag && !(path = strdup(text)))
		return fail_memory(e);
	if (key->there && examine(path, &status, e))
		return -1;
	free(*field);
	*field = steal(&path);
	return 0;
}

/* "os.path": names with a dot between them. */
static int module(struct strings *list, const char *text, struct error *e)
{
	const char *at = text;
	size_t len;

	do {
		len = strcspn(at, ".");
		if (!is_name(at, len))
			return fail(e, ERR_CONFIG,
				"'%s' is not the name of a module", text);
		at += len + 1;
	} while (at[-1]);
	return add_item(list, text, e);
}

static int add(const struct key *key, void *field, const char *text,
	bool from_flag, struct error *e)
{
	switch (key->type) {
	case KEY_QUANTITY:
		return quantity(key, text, field, e);
	case KEY_ENUM:
		return word(key, text, field, e);
	case KEY_FILE:
		return set_file(key, field, text, from_flag, e);
	case KEY_PATH:
		return set_path(key, field, text, from_flag, e);
	case KEY_PATHS:
		return add_path(field, text, from_flag, e);
	case KEY_PROGRAMS:
		return program(field, text, e);
	case KEY_NAMES:
		return name(field, text, e);
	case KEY_MODULES:
		return module(field, text, e);
	case KEY_MAP:
		return pair(field, text, e);
	case KEY_ORIGINS:
		return origin(field, text, e);
	}
	return fail(e, ERR_INTERNAL, "key '%s' has no type", key->name);
}

int policy_value_add(struct policy *policy, const struct key *key,
	const char *text, bool from_flag, struct error *e)
{
	void *field = policy_value_field(policy, key);
	int result = add(key, field, text, from_flag, e);

	if (result && from_flag && e->kind == ERR_CONFIG)
		e->kind = ERR_USAGE;
	return result;
}

void policy_value_clear(struct policy *policy, const struct key *key)
{
	void *field = policy_value_field(policy, key);

	if (key_is_list(key)) {
		strings_free(field);
	} else if (key->type == KEY_FILE || key->type == KEY_PATH) {
		char **path = field;

		free(*path);
		*path = NULL;
	}
}

int policy_value_origin(
	struct policy *policy, const struct key *key, const char *format, ...)
{
	char **origin = &policy->origin[key - keys];
	char *text;
	va_list args;
	int len;

	va_start(args, format);
	len = vasprintf(&text, format, args);
	va_end(args);
	if (len < 0)
		return -1;
	free(*origin);
	*origin = text;
	return 0;
}

void *policy_value_field(struct policy *policy, const struct key *key)
{
	return (char *)policy + key->offset;
}

const void *policy_value_get(const struct policy *policy, const struct key *key)
{
	return (const char *)policy + key->offset;
}
