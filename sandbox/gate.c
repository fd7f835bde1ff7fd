/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Theory of operation: the gate is a socket. Through it goes the word to start,
 * and before that, to a box that was built ahead of its run, what only the run
 * knows: its stdin, stdout and stderr, and a file in memory that describes the
 * rest, of which the files are taken.
 *
 * Must not: need anything that a payload is forbidden once it is confined, nor
 * leave a byte of the description in its memory.
 */

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "sandbox/file.h"
#include "sandbox/gate.h"
#include "sandbox/layer.h"
#include "sandbox/mounts.h"
#include "sandbox/pass.h"
#include "sandbox/warm.h"

enum gate_fd {
	GATE_STDIN, /* the first three where they go to */
	GATE_STDOUT,
	GATE_STDERR,
	GATE_DESCRIPTION,
	GATE_FDS,
};

int gate_hand_over(const struct sb *box)
{
	const struct sb_spec *spec = box->spec;
	const char word = SB_TAKE;
	const int about = warm_describe(spec, box->rows, box->memory);
	const int fds[GATE_FDS] = {
		spec->stdin_fd, spec->stdout_fd, spec->stderr_fd, about};
	int result;

	if (about < 0)
		return -1;
	result = pass_send(box->gate_fd, &word, 1, fds, GATE_FDS);
	(void)close(about); /* it has its own */
	return result;
}

int gate_open(struct sb *box, struct sb_fail *why)
{
	const char word = SB_GO;

	if (file_write(box->gate_fd, &word, 1))
		return sb_fails(why, "opening the gate");
	(void)close(box->gate_fd); /* it has been used */
	box->gate_fd = -1;
	return 0;
}

/* The run's files into the workdir, as init puts those that it knows. */
static int put_files(int about, struct sb_fail *why)
{
	struct warm_description run;
	int workdir;
	int result;

	if (warm_read(about, &run))
		return sb_fails(why, "read of a description");
	workdir = open(SB_WORKDIR, O_PATH | O_DIRECTORY | O_CLOEXEC);
	result = sb_mounts_put(workdir, run.spec.file, run.spec.file_count);
	if (result)
		sb_fails(why, "write in the workdir");
	if (workdir >= 0)
		(void)close(workdir); /* a place */
	warm_forget(&run);
	return result;
}

static int take_over(const int fds[GATE_FDS], struct sb_fail *why)
{
	why->layer = ROW_FDS;
	for (int fd = GATE_STDIN; fd <= GATE_STDERR; fd++)
		if (dup2(fds[fd], fd) < 0)
			return sb_fails(why, "dup2");
	why->layer = ROW_MOUNTS;
	if (put_files(fds[GATE_DESCRIPTION], why))
		return -1;
	pass_close(fds, GATE_FDS); /* those that stay are twins */
	why->layer = -1;
	return 0;
}

/* The next word: 1, with *COUNT FDS; 0: the gate was closed; -1 with errno. */
static int wait_word(const struct sb *box, int fds[PASS_MAX], int *count)
{
	char word;

	*count = pass_receive(box->child_fd[CHILD_GATE], &word, 1, fds);
	if (*count >= 0)
		return 1;
	return errno == ECONNRESET ? 0 : -1;
}

void gate_await(const struct sb *box, struct sb_fail *why)
{
	int fds[PASS_MAX];
	int count;
	int got;

	while ((got = wait_word(box, fds, &count)) > 0 && count == GATE_FDS)
		if (take_over(fds, why))
			sb_give_up(box, why);
	if (got == 0)
		_exit(SB_EXIT_SETUP); /* another block could not be set up */
	if (got < 0) {
		sb_fails(why, "wait at the gate");
		sb_give_up(box, why); /* or it would look like a run */
	}
}
