/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The script of a run whose box was built without it, on its way there: a file
 * in memory, the path with its NUL, and what is in it.
 */
#ifndef SANDBOX_SCRIPT_H
#define SANDBOX_SCRIPT_H

#include <sys/types.h>

struct sb_file;

/* Supervisor: FILE so, for the caller to close; -1 with errno. */
int script_make(const struct sb_file *file);

/* All below are for init and payload: async-signal-safe, and without a byte of
 * it left in their own memory. */

/* Into the workdir, as init puts the files that it knows, in place of what has
 * its name. 0, or -1 with errno. */
int script_put(int from);

/* Where in FROM the script begins; 0: it is none. */
off_t script_begin(int from);

/* What FROM has from *AT on into TO, as far as that takes it, and *AT beyond
 * it. 0: all of it; -1 with errno, EAGAIN when there is more to come. */
int script_copy(int from, off_t *at, int to);

#endif
