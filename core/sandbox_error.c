/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Words for what crossed the process line as numbers. */

#include <stdio.h>
#include <string.h>

#include "core/error.h"
#include "core/sandbox_error.h"
#include "sandbox/describe.h"
#include "sandbox/sandbox.h"

int sandbox_error(struct error *e, const struct sb_fail *why, const char *exe)
{
	const char *remedy = sb_fail_remedy(why);

	if (!strcmp(why->step, "execve"))
		return fail(e, ERR_PROGRAM_UNAVAILABLE,
			"cannot execute '%s' inside: %s; name its folder under "
			"filesystem.prefix",
			exe, strerror(why->err));
	(void)snprintf(e->layer, sizeof(e->layer), "%s", sb_fail_layer(why));
	return fail(e, ERR_SANDBOX_UNAVAILABLE,
		"the sandbox cannot be had, so nothing was run: %s: %s%s%s%s%s",
		sb_fail_layer(why), why->step, why->err ? ": " : "",
		why->err ? strerror(why->err) : "",
		*remedy ? SANDBOX_REMEDY : "", remedy);
}
