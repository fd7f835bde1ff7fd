/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Words for what crossed the process line as numbers. */

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/error.h"
#include "core/sandbox_error.h"
#include "sandbox/describe.h"
#include "sandbox/sandbox.h"

/* What mends that execve failed with ERR. */
static const char *program_remedy(int err)
{
	switch (err) {
	case ENOEXEC:
		return "it is no program of this machine";
	case EACCES:
	case EPERM:
		return "it must be executable for the id that programs have, "
		       "on a file system without noexec";
	case ENOMEM:
		return "raise limits.memory and limits.address_space";
	case E2BIG:
		return "pass less by arguments and environment";
	case EAGAIN:
		return "raise limits.processes";
	case ETXTBSY:
		return "it is being written: run it again";
	case ENOENT:
	case ENOTDIR:
		return "name its folder under filesystem.prefix";
	default:
		return "see whether it can be executed outside";
	}
}

int sandbox_error(struct error *e, const struct sb_fail *why, const char *exe)
{
	const char *remedy = sb_fail_remedy(why);

	if (!strcmp(why->step, "execve"))
		return fail(e, ERR_PROGRAM_UNAVAILABLE,
			"cannot execute '%s' inside: %s; %s", exe,
			strerror(why->err), program_remedy(why->err));
	(void)snprintf(e->layer, sizeof(e->layer), "%s", sb_fail_layer(why));
	return fail(e, ERR_SANDBOX_UNAVAILABLE,
		"the sandbox cannot be had, so nothing was run: %s: %s%s%s%s%s",
		sb_fail_layer(why), why->step, why->err ? ": " : "",
		why->err ? strerror(why->err) : "",
		*remedy ? SANDBOX_REMEDY : "", remedy);
}
