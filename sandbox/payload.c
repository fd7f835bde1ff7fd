/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The program's process: enters the rows of its stages, meets init between
 * them, says READY, waits at the gate until every block of the run is ready,
 * and turns into the program.
 */

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "sandbox/file.h"
#include "sandbox/gate.h"
#include "sandbox/layer.h"
#include "sandbox/meet.h"

/*
 * Can the program be executed, as far as can be told beforehand? Once a gate is
 * open other blocks may have begun, and a refusal would come too late.
 */
static int look_at_program(const char *exe, struct sb_fail *why)
{
	char head[256];
	char *at = head + 2;
	int fd;
	ssize_t len;

	if (access(exe, X_OK) || (fd = open(exe, O_RDONLY | O_CLOEXEC)) < 0)
		return sb_fails(why, "execve");
	len = read(fd, head, sizeof(head) - 1);
	(void)close(fd); /* only read */
	if (len < 2 || head[0] != '#' || head[1] != '!')
		return 0;
	head[len] = '\0';
	at += strspn(at, " \t");
	at[strcspn(at, " \t\n")] = '\0';
	return access(at, X_OK) ? sb_fails(why, "execve") : 0;
}

void sb_payload_main(const struct sb *box, const int ends[2])
{
	struct sb_record ready = {.type = SB_RECORD_READY};
	struct sb_fail why = {.layer = -1};

	sb_enter(box, SB_STAGE_PAYLOAD_BESIDE, &why);
	if (meet_payload(box, ends, &why))
		sb_give_up(box, &why);
	sb_enter(box, SB_STAGE_PAYLOAD, &why);
	if (box->spec->exe && look_at_program(box->spec->exe, &why))
		sb_give_up(box, &why);
	if (file_write(box->child_fd[CHILD_SETUP], &ready, sizeof(ready)))
		_exit(SB_EXIT_SETUP);
	if (box->at_gate)
		box->at_gate();
	gate_await(box, &why);
	if (!box->spec->exe) {
		sb_look(box);
		_exit(0);
	}
	if (box->forked) {
		/* As execve would: the end of the set-up pipe says that all is
		 * well. */
		(void)close(box->child_fd[CHILD_GATE]);
		(void)close(box->child_fd[CHILD_SETUP]);
		return;
	}
	(void)execve(box->spec->exe, box->spec->argv, box->spec->envp);
	sb_fails(&why, "execve");
	sb_give_up(box, &why);
}
