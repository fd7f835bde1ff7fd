/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Reading keys. Whatever holds one lies in pages of its own that are wiped in
 * a forked child, left out of core dumps, and never moved, as realloc(3) would,
 * leaving a copy behind.
 */

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/buf.h"
#include "core/error.h"
#include "core/line.h"
#include "http/auth.h"
#include "http/auth_keys.h"

#define FILE_BYTES ((size_t)1024 * 1024)
#define MAKE_ONE "make one with: openssl rand -hex 32"

/* SIZE bytes of zero; NULL when there are none to be had. */
static void *secret_make(size_t size)
{
	void *secret = mmap(NULL, size, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (secret == MAP_FAILED)
		return NULL;
	if (!madvise(secret, size, MADV_WIPEONFORK) &&
		!madvise(secret, size, MADV_DONTDUMP))
		return secret;
	(void)munmap(secret, size); /* of a mapping we have */
	return NULL;
}

/* USED of the SIZE bytes may be other than zero. */
static void secret_free(void *secret, size_t used, size_t size)
{
	if (!secret)
		return;
	explicit_bzero(secret, used);
	(void)munmap(secret, size); /* of a mapping we have */
}

static void keys_free(struct auth_keys *keys)
{
	size_t used = offsetof(struct auth_keys, key);

	if (keys)
		used += keys->count * sizeof(keys->key[0]);
	secret_free(keys, used, sizeof(*keys));
}

/* The set that RFC 9110 calls token68, as Bearer has it. */
static bool is_token(const char *text, size_t len)
{
	static const char marks[] = "-._~+/";

	while (len && text[len - 1] == '=')
		len--;
	for (size_t i = 0; i < len; i++) {
		char c = text[i];

		if ((c < '0' || c > '9') && (c < 'A' || c > 'Z') &&
			(c < 'a' || c > 'z') && !(c && strchr(marks, c)))
			return false;
	}
	return len > 0;
}

/* Without the white space behind it. */
static size_t trimmed(const char *text, size_t len)
{
	while (len && (text[len - 1] == ' ' || text[len - 1] == '\t' ||
			      text[len - 1] == '\r' || text[len - 1] == '\n'))
		len--;
	return len;
}

/* Add the key TEXT. NULL, or why not. */
static const char *add(struct auth_keys *keys, const char *text, size_t len)
{
	struct auth_key *key = &keys->key[keys->count];

	if (len < AUTH_KEY_MIN)
		return "a key has at least 16 characters; " MAKE_ONE;
	if (len > AUTH_KEY_MAX)
		return "a key has at most 512 characters";
	if (!is_token(text, len))
		return "a key has letters, digits and -._~+/ only, and = only "
		       "at its end";
	if (keys->count == AUTH_KEYS_MAX)
		return "more than 1024 keys";
	key->len = len;
	memcpy(key->bytes, text, len);
	keys->count++;
	return NULL;
}

/* /proc/PID/environ shows the bytes themselves, of every one of that name. */
static void forget_variable(void)
{
	for (char **at = environ; at && *at; at++)
		if (!strncmp(*at, AUTH_VARIABLE "=", sizeof(AUTH_VARIABLE)))
			explicit_bzero(*at + sizeof(AUTH_VARIABLE),
				strlen(*at + sizeof(AUTH_VARIABLE)));
	(void)unsetenv(AUTH_VARIABLE); /* a name: cannot fail */
}

/* The key of the environment, or the one that OLD has from there. */
static int add_variable(
	struct auth_keys *keys, const struct auth_keys *old, struct error *e)
{
	const char *value = getenv(AUTH_VARIABLE);
	size_t len = value ? trimmed(value, strlen(value)) : 0;
	const char *problem;

	if (!len && old && old->environment) {
		keys->key[0] = old->key[0];
		keys->count = 1;
	}
	problem = len ? add(keys, value, len) : NULL;
	keys->environment = keys->count > 0;
	forget_variable();
	if (problem)
		return fail(e, ERR_CONFIG, AUTH_VARIABLE ": %s", problem);
	return 0;
}

static int examine(const char *file, int fd, struct error *e)
{
	struct stat status;
	mode_t refused = S_IRWXG | S_IRWXO;
	bool roots;

	if (fstat(fd, &status))
		return fail(e, ERR_CONFIG, "cannot examine '%s': %s", file,
			strerror(errno));
	if (!S_ISREG(status.st_mode))
		return fail(e, ERR_CONFIG, "'%s' is not a regular file", file);
	roots = status.st_uid == 0;
	if (!roots && status.st_uid != geteuid())
		return fail(e, ERR_CONFIG,
			"'%s' belongs to user %lu: it must be root's or yours",
			file, (unsigned long)status.st_uid);
	if (roots)
		refused &= ~(mode_t)S_IRGRP;
	if (status.st_mode & refused)
		return fail(e, ERR_CONFIG,
			"'%s' holds keys that others could read or change: "
			"chmod %s it",
			file, roots ? "640" : "600");
	return 0;
}

/* All of FILE into TEXT, which has room for FILE_BYTES. */
static int read_file(const char *file, char *text, size_t *len, struct error *e)
{
	/* A fifo must not make us wait before it is refused. */
	autofd int fd =
		open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	ssize_t got = 1;

	*len = 0;
	if (fd < 0)
		return fail(e, ERR_CONFIG, "cannot open '%s': %s", file,
			strerror(errno));
	if (examine(file, fd, e))
		return -1;
	while (got && *len < FILE_BYTES) {
		got = read(fd, text + *len, FILE_BYTES - *len);
		if (got > 0)
			*len += (size_t)got;
		else if (got < 0 && errno != EINTR)
			return fail(e, ERR_CONFIG, "cannot read '%s': %s", file,
				strerror(errno));
	}
	if (*len == FILE_BYTES)
		return fail(e, ERR_CONFIG, "'%s' is larger than 1 MiB", file);
	return 0;
}

static int add_lines(struct auth_keys *keys, const char *file, const char *text,
	size_t len, struct error *e)
{
	size_t line = 1;

	for (size_t at = 0; at < len; at = line_next(text, len, at), line++) {
		size_t size = trimmed(text + at, line_end(text, len, at) - at);
		const char *problem = NULL;

		if (size && text[at] != '#')
			problem = add(keys, text + at, size);
		if (problem)
			return fail(e, ERR_CONFIG, "%s:%zu: %s", file, line,
				problem);
	}
	return 0;
}

static int add_file(struct auth_keys *keys, const char *file, struct error *e)
{
	char *text = secret_make(FILE_BYTES);
	size_t len = 0;
	int result;

	if (!text)
		return fail_memory(e);
	result = read_file(file, text, &len, e);
	if (!result)
		result = add_lines(keys, file, text, len, e);
	secret_free(text, len, FILE_BYTES);
	return result ? wrap(e, "server.api_key_file") : 0;
}

static int need_one(
	const struct auth_keys *keys, const char *file, struct error *e)
{
	if (keys->count)
		return 0;
	if (file)
		return fail(e, ERR_CONFIG,
			"serve needs an API key: '%s' holds none, and the "
			"environment variable " AUTH_VARIABLE
			" is not set; " MAKE_ONE,
			file);
	return fail(e, ERR_CONFIG,
		"serve needs an API key: in the environment "
		"variable " AUTH_VARIABLE
		", or in a file, one a line, that the policy's "
		"server.api_key_file names; " MAKE_ONE);
}

int auth_load(const char *file, struct auth *out, struct error *e)
{
	struct auth_keys *keys = secret_make(sizeof(*keys));

	if (!keys)
		return fail_memory(e);
	if (add_variable(keys, out->keys, e) ||
		(file && add_file(keys, file, e)) || need_one(keys, file, e)) {
		keys_free(keys);
		return -1;
	}
	auth_free(out);
	out->keys = keys;
	return 0;
}

void auth_free(struct auth *auth)
{
	keys_free(auth->keys);
	auth->keys = NULL;
}
