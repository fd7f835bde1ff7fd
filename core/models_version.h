/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The version that a program says of itself. */
#ifndef CORE_MODELS_VERSION_H
#define CORE_MODELS_VERSION_H

#include <stddef.h>

struct error;
struct policy;
struct program;

#define MODELS_VERSION_BYTES 128

/*
 * Run PROGRAM's version command in the sandbox that POLICY asks for and put the
 * first line of what it writes (stdout, else stderr) into OUT. 0, or -1 with
 * *E (ERR_PROGRAM_UNAVAILABLE, ERR_SANDBOX_UNAVAILABLE, ERR_INTERNAL). Blocks
 * for as long as it takes, ten seconds at most.
 */
int models_version(const struct program *program, const struct policy *policy,
	char out[MODELS_VERSION_BYTES], struct error *e);

#endif
