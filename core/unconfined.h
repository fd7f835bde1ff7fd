/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * With the sandbox off: a temporary folder of the host that stands for the
 * root, as far as codeexec puts files there, and the step as it is told of it.
 */
#ifndef CORE_UNCONFINED_H
#define CORE_UNCONFINED_H

#include "core/buf.h"

struct error;
struct plan_step;
struct sb_spec;

/* Zero-initialise. */
struct unconfined {
	char *root;          /* owned; "" or NULL = none was made */
	char *dir;           /* owned: the workdir in it */
	struct strings argv; /* of the step, with the paths of those files */
	struct strings envp;
};

/* Make the folder with the files of SPEC in it, and STEP's argv and environment
 * for it. 0, or -1 with *E (ERR_IO, ERR_INTERNAL). To be closed in either
 * case. */
int unconfined_open(struct unconfined *unconfined, const struct plan_step *step,
	const struct sb_spec *spec, struct error *e);

/* Remove the folder with all that is in it, and free the rest. */
void unconfined_close(struct unconfined *unconfined);

#endif
