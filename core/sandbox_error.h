/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* A failure of the sandbox as an error of ours, in words, once. */
#ifndef CORE_SANDBOX_ERROR_H
#define CORE_SANDBOX_ERROR_H

struct error;
struct sb_fail;

/* Stands in a message before what mends it, which is its end. */
#define SANDBOX_REMEDY "; remedy: "

/* Fill *E from WHY: layer, call, errno and remedy (ERR_SANDBOX_UNAVAILABLE), or
 * that the interpreter EXE cannot be executed (ERR_PROGRAM_UNAVAILABLE).
 * Returns -1. */
int sandbox_error(struct error *e, const struct sb_fail *why, const char *exe);

#endif
