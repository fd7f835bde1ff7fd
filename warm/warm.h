/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The library inside a warm program (see sandbox/warm.c): what its files share.
 *
 * It is a guest in somebody else's process. Must: leave the process, for who
 * opens the script in the end, as execve and the program's own start would have
 * left it. Must not: export anything but the calls that it stands in for.
 */
#ifndef WARM_WARM_H
#define WARM_WARM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* server.c: PATH is about to be opened. When it is the script, this is where
 * the program is kept: returns in the payload of a box, confined, each time
 * that there is one. */
void warm_opens(const char *path);
/* server.c: PATH has been opened as SCRIPT by a call of stdio. When it is the
 * script of a payload, for the first time, the program may be run from here. */
void warm_opened(const char *path, FILE *script);

/* carry.c: FD is open in the program that is kept. False: it is nothing that
 * can be made anew. */
bool warm_note_fd(int fd);
/* carry.c: has the program memory that its runs could write to for each other?
 * Also where that cannot be told. */
bool warm_shares_memory(void);
/* carry.c: remember the program's timers. */
void warm_note_timers(void);
/* carry.c: in the payload, make both anew. */
void warm_renew(void);

/* memory.c: remember which of its memory the program has written to. */
void warm_note_memory(void);
/* memory.c: learn which of that a run will write to. True in a child, which is
 * to run the empty script. */
bool warm_rehearse(void);
/* memory.c: in a payload that waits for its run, make that memory its own. */
void warm_copy_memory(void);

/* program.c: in the program that is kept, load the modules NAME that there are.
 */
void warm_prepare(const char *const *name, size_t count);
/* program.c: in the payload, make afresh what the program made once for itself
 * when it booted: random generators, the time of its start. */
void warm_refresh(void);
/* program.c: in the payload, run the SCRIPT at PATH and end the process, or
 * return for the program to do so. */
void warm_run(const char *path, FILE *script);

/* python.c: the same for CPython. False: it is none. */
bool warm_prepare_python(const char *const *name, size_t count);
void warm_refresh_python(void);
/* python_run.c: as warm_run(). */
void warm_run_python(const char *path, FILE *script);

#endif
