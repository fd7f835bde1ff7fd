/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The payload as a clean process: nothing of how codeexec was started shows.
 *
 * Signals were reset by init and are unblocked here; umask and folder are set;
 * it is in a session of its own and dies with init.
 */

#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sandbox/layer.h"

static const char *folder(const struct sb *box)
{
	if (box->spec->chdir)
		return box->spec->chdir;
	if (sb_has(box, ROW_MOUNTS))
		return SB_WORKDIR;
	return box->spec->off_workdir;
}

static int process_enter(const struct sb *box, struct sb_fail *why)
{
	const char *dir = folder(box);
	sigset_t none;

	if (setsid() < 0)
		return sb_fails(why, "setsid");
	if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0))
		return sb_fails(why, "prctl PR_SET_PDEATHSIG");
	(void)umask(022); /* cannot fail */
	if (dir && chdir(dir))
		return sb_fails(why, "chdir");
	(void)sigemptyset(&none);
	if (sigprocmask(SIG_SETMASK, &none, NULL))
		return sb_fails(why, "sigprocmask");
	return 0;
}

static const char *process_remedy(const char *step, int err)
{
	(void)err;
	return strcmp(step, "chdir")
		       ? ""
		       : "--chdir must name a folder that is seen "
			 "inside (--read-only, --read-write) and "
			 "open to the program's id";
}

const struct sb_layer layer_process = {
	.name = "process",
	.stage = SB_STAGE_PAYLOAD,
	.enter = process_enter,
	.remedy = process_remedy,
};
