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

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
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

/* The death signal alone is not handed on to a child. */
static void session_look(const struct sb *box, struct sb_seen *seen)
{
	int fd = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);

	(void)box;
	seen->no_terminal = fd < 0;
	if (fd >= 0)
		(void)close(fd); /* not read */
	seen->init = getppid();
	seen->init_session = getsid(seen->init);
	seen->dumpable = prctl(PR_GET_DUMPABLE, 0, 0, 0, 0);
}

static bool session_detail(const struct sb *box, const struct sb_seen *seen,
	char *text, size_t size)
{
	bool own = seen->init && seen->init_session == seen->init;

	(void)box;
	(void)snprintf(text, size, "init has %s session, %s terminal, is %s",
		own ? "its own" : "codeexec's",
		seen->no_terminal ? "no" : "codeexec's",
		seen->dumpable ? "dumpable" : "not dumpable");
	return own && seen->no_terminal && !seen->dumpable;
}

const struct sb_layer layer_session = {
	.name = "session",
	.stage = SB_STAGE_INIT,
	.enter = session_enter,
	.look = session_look,
	.detail = session_detail,
};
