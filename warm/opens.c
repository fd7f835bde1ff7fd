/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The calls by which interpreters open their script, ours before libc's: a look
 * at the path, and then what libc would have done.
 */

#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "warm/warm.h"

#define EXPORTED __attribute__((visibility("default")))

static int open_it(int dir, const char *path, int flags, va_list rest)
{
	bool makes = (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE;
	unsigned mode = makes ? va_arg(rest, unsigned) : 0;

	warm_opens(path);
	return (int)syscall(SYS_openat, dir, path, flags, mode);
}

#define OPEN(name)                                                             \
	EXPORTED int name(const char *path, int flags, ...);                   \
	EXPORTED int name(const char *path, int flags, ...)                    \
	{                                                                      \
		va_list rest;                                                  \
		int fd;                                                        \
                                                                               \
		va_start(rest, flags);                                         \
		fd = open_it(AT_FDCWD, path, flags, rest);                     \
		va_end(rest);                                                  \
		return fd;                                                     \
	}

#define OPENAT(name)                                                           \
	EXPORTED int name(int dir, const char *path, int flags, ...);          \
	EXPORTED int name(int dir, const char *path, int flags, ...)           \
	{                                                                      \
		va_list rest;                                                  \
		int fd;                                                        \
                                                                               \
		va_start(rest, flags);                                         \
		fd = open_it(dir, path, flags, rest);                          \
		va_end(rest);                                                  \
		return fd;                                                     \
	}

/* Calls without a mode that was checked when the program was compiled. */
#define OPEN_2(name)                                                           \
	EXPORTED int name(const char *path, int flags);                        \
	EXPORTED int name(const char *path, int flags)                         \
	{                                                                      \
		warm_opens(path);                                              \
		return (int)syscall(SYS_openat, AT_FDCWD, path, flags, 0);     \
	}

#define FOPEN(name)                                                            \
	EXPORTED FILE *name(const char *path, const char *mode);               \
	EXPORTED FILE *name(const char *path, const char *mode)                \
	{                                                                      \
		static FILE *(*next)(const char *, const char *);              \
		FILE *file;                                                    \
                                                                               \
		if (!next)                                                     \
			*(void **)&next = dlsym(RTLD_NEXT, #name);             \
		warm_opens(path);                                              \
		file = next(path, mode);                                       \
		warm_opened(path, file);                                       \
		return file;                                                   \
	}

#undef open
#undef open64
#undef openat
#undef openat64
#undef fopen
#undef fopen64

/* libc's headers name the parameters otherwise.
 * NOLINTBEGIN(readability-inconsistent-declaration-parameter-name) */
OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)
OPEN_2(__open_2)
OPEN_2(__open64_2)
FOPEN(fopen)
FOPEN(fopen64)
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
