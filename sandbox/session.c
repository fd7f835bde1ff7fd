/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Init's own session: no terminal, not dumpable, dead when the supervisor is.
 *
 * Theory of operation: setsid drops the controlling terminal, so that no
 * TIOCSTI reaches it. Not dumpable, init cannot be traced or read by the
 * program that has the same id. The death signal covers a supervisor that is
 * killed; init's channel covers the moment before it was set.
 */

#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "sandbox/layer.h"

static int session_enter(const struct sb *box, struct sb_fail *why)
{
	(void)box;
	if (setsid() < 0)
		return sb_fails(why, "setsid");
	if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0))
		return sb_fails(why, "prctl PR_SET_PDEATHSIG");
	if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0))
		return sb_fails(why, "prctl PR_SET_DUMPABLE");
	return 0;
}

const struct sb_layer layer_session = {
	.name = "session",
	.stage = SB_STAGE_INIT,
	.enter = session_enter,
};
