/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The payload as a clean process: nothing of how codeexec was started shows.
 *
 * Signals were reset by init and are unblocked here; umask and folder are set;
 * it is in a session of its own and dies with init.
 */

#include <signal.h>
#include <stdio.h>
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

/* How many signals are blocked, or not at their default. */
static int other_signals(void)
{
	struct sigaction action;
	sigset_t blocked;
	int count = 0;

	(void)sigfillset(&blocked); /* unless the call tells otherwise */
	if (sigprocmask(SIG_SETMASK, NULL, &blocked))
		return NSIG;
	for (int signal = 1; signal < NSIG; signal++)
		if (sigismember(&blocked, signal) == 1 ||
			(!sigaction(signal, NULL, &action) &&
				action.sa_handler != SIG_DFL))
			count++;
	return count;
}

static void process_look(const struct sb *box, struct sb_seen *seen)
{
	(void)box;
	seen->pid = getpid();
	seen->session = getsid(0);
	seen->umask = umask(0);
	(void)prctl(PR_GET_PDEATHSIG, &seen->death_signal, 0, 0, 0);
	seen->others = other_signals();
}

static bool process_detail(const struct sb *box, const struct sb_seen *seen,
	char *text, size_t size)
{
	bool own = seen->pid && seen->session == seen->pid;
	bool dies = seen->death_signal == SIGKILL;

	(void)box;
	(void)snprintf(text, size,
		"%s session, %d signals blocked or ignored, umask %03o, %s "
		"with init",
		own ? "own" : "no own", seen->others, seen->umask,
		dies ? "dies" : "does not die");
	return own && dies && !seen->others && seen->umask == 022;
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
	.look = process_look,
	.detail = process_detail,
	.remedy = process_remedy,
};
