/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Running CPython's script, and its end.
 *
 * When a Python ends it acts out the destruction of everything it has: for a
 * short script most of its time, and a copy of most of the memory that it
 * shares with the program that is kept. All that anybody can see of it is what
 * destructors do. So where no object with one is left, there is nothing to act
 * out. To come between the script and that, it is run from where the
 * interpreter opens it, with the call that the interpreter would make next.
 */

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "warm/python.h"
#include "warm/warm.h"

#define FLUSH_FAILED 120 /* the exit code of the interpreter then */

/* Where the interpreter shows what it goes by itself (up to 3.11), that; else
 * what it printed last. */
static bool ended_by_interrupt(int code)
{
	if (python.interrupted)
		return *python.interrupted != 0;
	return code && python.of_sys("last_type") == *python.keyboard_interrupt;
}

/* As the interpreter does, so that who waits sees what it was. The exit code
 * where that is ignored. */
static int interrupt(void)
{
	(void)signal(SIGINT, SIG_DFL); /* valid */
	(void)kill(getpid(), SIGINT);
	return SIGINT + 128;
}

void warm_run_python(const char *path, FILE *script)
{
	bool interrupted;
	int code;

	if (!python_runs_script())
		return;
	(void)python.ensure();
	code = python.run(script, path, true, NULL) ? EXIT_FAILURE
						    : EXIT_SUCCESS;
	interrupted = ended_by_interrupt(code);
	if (!python_has_ended() && python.finalize())
		code = FLUSH_FAILED;
	exit(interrupted ? interrupt() : code);
}
