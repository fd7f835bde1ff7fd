/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The program's process: enters the rows of its stage, says READY, waits at
 * the gate until every block of the run is ready, and turns into the program.
 */

#include <errno.h>
#include <unistd.h>

#include "sandbox/file.h"
#include "sandbox/layer.h"

static void await_gate(const struct sb *box)
{
	char word;
	ssize_t got;

	do
		got = read(box->child_fd[CHILD_GATE], &word, 1);
	while (got < 0 && errno == EINTR);
	if (got != 1)
		_exit(SB_EXIT_SETUP); /* another block could not be set up */
}

void sb_payload_main(const struct sb *box)
{
	struct sb_record ready = {.type = SB_RECORD_READY};
	struct sb_fail why = {.layer = -1};

	sb_enter(box, SB_STAGE_PAYLOAD, &why);
	if (file_write(box->child_fd[CHILD_SETUP], &ready, sizeof(ready)))
		_exit(SB_EXIT_SETUP);
	await_gate(box);
	if (!box->spec->exe)
		_exit(0);
	(void)execve(box->spec->exe, box->spec->argv, box->spec->envp);
	sb_fails(&why, "execve");
	sb_give_up(box, &why);
}
