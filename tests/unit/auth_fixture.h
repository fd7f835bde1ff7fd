/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* What the tests of keys share. */
#ifndef TESTS_UNIT_AUTH_FIXTURE_H
#define TESTS_UNIT_AUTH_FIXTURE_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/error.h"
#include "http/auth.h"

#define ONE "0123456789abcdef"
#define TWO "sk-codeexec.two~_/+=="
#define THREE "ThreeThreeThreeThree"
#define L64 "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
#define L512 L64 L64 L64 L64 L64 L64 L64 L64

static char path[] = "/tmp/unit_test.XXXXXX";
static struct error e;

static void write_file(const char *text, size_t len)
{
	FILE *to = fopen(path, "w");

	if (!to || fwrite(text, 1, len, to) != len || fclose(to)) {
		perror(path);
		exit(1);
	}
}

/* Load VARIABLE (NULL = not set) and a file that holds TEXT (NULL = none). */
static int load(const char *variable, const char *text, struct auth *auth)
{
	e = (struct error){0};
	(void)unsetenv(AUTH_VARIABLE);
	if (variable && setenv(AUTH_VARIABLE, variable, 1))
		exit(1);
	if (text)
		write_file(text, strlen(text));
	return auth_load(text ? path : NULL, auth, &e);
}

static bool accepts(const struct auth *auth, const char *key)
{
	return auth_check(auth, NULL, key) == AUTH_ACCEPTED;
}

static void make_path(void)
{
	int fd = mkstemp(path);

	if (fd < 0 || close(fd))
		exit(1);
}

#endif
