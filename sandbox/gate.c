/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Theory of operation: the gate is a socket. Through it goes the word to start,
 * and before that, to a box that was built ahead of its run, what only the run
 * knows: its stdin, stdout and stderr, and its script (script.h).
 *
 * Must not: need anything that a payload is forbidden once it is confined, nor
 * any memory: its limits hold, and what a program has when it has booted may be
 * all of them. Nor leave a byte of the script in its own.
 */

#include <errno.h>
#include <unistd.h>

#include "sandbox/fifo.h"
#include "sandbox/file.h"
#include "sandbox/gate.h"
#include "sandbox/layer.h"
#include "sandbox/pass.h"
#include "sandbox/script.h"

enum gate_fd {
	GATE_STDIN, /* the first three where they go to */
	GATE_STDOUT,
	GATE_STDERR,
	GATE_SCRIPT,
	GATE_FDS,
};

int gate_hand_over(const struct sb *box)
{
	const struct sb_spec *spec = box->spec;
	const char word = SB_TAKE;
	const int script = script_make(&spec->file[0]);
	const int fds[GATE_FDS] = {
		spec->stdin_fd, spec->stdout_fd, spec->stderr_fd, script};
	int result;

	if (script < 0)
		return -1;
	result = pass_send(box->gate_fd, &word, 1, fds, GATE_FDS);
	(void)close(script); /* it has its own */
	return result;
}

int gate_open(struct sb *box, struct sb_fail *why)
{
	const char word = SB_GO;

	/* Its program is beyond the gate, and waits for init. */
	if (box->waits)
		return fifo_go(box) ? sb_fails(why, "opening the gate") : 0;
	if (file_write(box->gate_fd, &word, 1))
		return sb_fails(why, "opening the gate");
	(void)close(box->gate_fd); /* it has been used */
	box->gate_fd = -1;
	return 0;
}

static int take_over(const int fds[GATE_FDS], struct sb_fail *why)
{
	why->layer = ROW_FDS;
	for (int fd = GATE_STDIN; fd <= GATE_STDERR; fd++)
		if (dup2(fds[fd], fd) < 0)
			return sb_fails(why, "dup2");
	why->layer = ROW_MOUNTS;
	if (script_put(fds[GATE_SCRIPT]))
		return sb_fails(why, "write in the workdir");
	pass_close(fds, GATE_FDS); /* those that stay are twins */
	why->layer = -1;
	return 0;
}

/* The next word, and FDS when it is SB_TAKE; 0: the gate was closed; -1 with
 * errno. */
static int wait_word(const struct sb *box, int fds[PASS_MAX])
{
	char word;
	int count = pass_receive(box->child_fd[CHILD_GATE], &word, 1, fds);

	if (count < 0)
		return errno == ECONNRESET ? 0 : -1;
	if (count == (word == SB_TAKE ? GATE_FDS : 0) &&
		(word == SB_TAKE || word == SB_GO))
		return word;
	pass_close(fds, (size_t)count); /* nobody is told of them */
	errno = EPROTO;
	return -1;
}

void gate_await(const struct sb *box, struct sb_fail *why)
{
	int fds[PASS_MAX];
	int word;

	while ((word = wait_word(box, fds)) == SB_TAKE)
		if (take_over(fds, why))
			sb_give_up(box, why);
	if (word == 0)
		_exit(SB_EXIT_SETUP); /* another block could not be set up */
	if (word < 0) {
		sb_fails(why, "wait at the gate");
		sb_give_up(box, why); /* or it would look like a run */
	}
}
