/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The version that a program says of itself. */
#ifndef CORE_MODELS_VERSION_H
#define CORE_MODELS_VERSION_H

#include <poll.h>
#include <stddef.h>

struct error;
struct execution;
struct models_version;
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

/*
 * The same in steps, as core/execute.h has them, for who has other things to
 * do. PROGRAM must have a version command; it and POLICY are borrowed until
 * models_version_end(), which is due in any case. 0, or -1 with *E as above.
 */
int models_version_begin(const struct program *program,
	const struct policy *policy, struct models_version **out,
	struct error *e);

/* One block, for execute_fds() and execute_wait_ms(). */
const struct execution *models_version_execution(
	const struct models_version *v);

/* As execute_step(): 1 when there is more to come, 0 when all is done, -1 with
 * *E as above. */
int models_version_step(
	struct models_version *v, const struct pollfd *fds, struct error *e);

/* End what runs, put the version into OUT ("" = there was none to be had) and
 * free V. Legal on NULL. */
void models_version_end(
	struct models_version *v, char out[MODELS_VERSION_BYTES]);

#endif
