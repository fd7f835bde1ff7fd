/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The flag is the only state that a handler can reach. */

#include <stddef.h>

#include "cmd/signals.h"
#include "core/execute.h"

volatile sig_atomic_t signals_ended_by;

static void note(int signal)
{
	signals_ended_by = signal;
}

void signals_catch(void)
{
	static const int signals[] = {
		SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2};
	struct sigaction action = {.sa_handler = note};
	struct sigaction before;

	for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++) {
		/* nohup(1) and the like: what is ignored stays ignored. */
		if (!sigaction(signals[i], NULL, &before) &&
			before.sa_handler != SIG_IGN)
			(void)sigaction(signals[i], &action, NULL);
	}
}

void signals_die(void)
{
	if (!signals_ended_by)
		return;
	(void)execute_tidy(true);
	(void)signal(signals_ended_by, SIG_DFL);
	(void)raise(signals_ended_by);
}
