/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * What each interpreter makes once, when it boots, and must make again for each
 * run: reached by the names that it exports, so that who has none of them is
 * left as it is. The others need nothing: Perl, PHP and Ruby seed their
 * generators when they are first used, and the registry fixes what is seeded at
 * the start (PYTHONHASHSEED, PERL_HASH_SEED).
 */

#include <dlfcn.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "warm/warm.h"

/* The object or function that the program calls NAME; NULL = it has none. */
static void *find(const char *name)
{
	return dlsym(RTLD_DEFAULT, name);
}

/* Modules are being loaded. */
static bool preparing;

/*
 * What notices by its pid that it was forked (OpenSSL's random generator, and
 * tempfile's) has the same one in each box. So that it notices, modules are
 * loaded by another.
 */
__attribute__((visibility("default"))) pid_t getpid(void)
{
	return (pid_t)syscall(SYS_getpid) + preparing;
}

static bool is_python;

void warm_prepare(const char *const *name, size_t count)
{
	preparing = true;
	is_python = warm_prepare_python(name, count);
	preparing = false;
}

/* Bash: $SECONDS counts from its start, $RANDOM is seeded there. */
static void refresh_bash(void)
{
	time_t *start = find("shell_start_time");
	struct timeval *exact = find("shellstart");
	void (*seed)(void);

	*(void **)&seed = find("seedrand");
	if (!start || !exact || !seed)
		return;
	(void)gettimeofday(exact, NULL); /* valid */
	*start = exact->tv_sec;
	seed();
}

void warm_refresh(void)
{
	if (is_python)
		warm_refresh_python();
	refresh_bash();
}

void warm_run(const char *path, FILE *script)
{
	if (is_python)
		warm_run_python(path, script);
}
