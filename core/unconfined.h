/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * With the sandbox off: a temporary folder of the host that stands for the
 * workdir, and the step as it is told of it.
 */
#ifndef CORE_UNCONFINED_H
#define CORE_UNCONFINED_H

#include "core/buf.h"

struct error;
struct plan_step;
struct sb_file;

/* Zero-initialise. */
struct unconfined {
	char *dir;           /* owned; "" or NULL = none was made */
	struct strings argv; /* of the step, with PLAN_WORKDIR as the folder */
	struct strings envp;
};

/* Make the folder with the COUNT files at FILE in it, and STEP's argv and
 * environment for it. 0, or -1 with *E (ERR_IO, ERR_INTERNAL). To be closed in
 * either case. */
int unconfined_open(struct unconfined *unconfined, const struct plan_step *step,
	const struct sb_file *file, size_t count, struct error *e);

/* Remove the folder with all that is in it, and free the rest. */
void unconfined_close(struct unconfined *unconfined);

#endif
