/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Theory of operation: the gate is a socket. Through it goes the word to start,
 * and before that, to a box that was built ahead of its run, what only the run
 * knows: its stdin, stdout and stderr, and its script, as a file in memory: the
 * path with its NUL, and what is in it.
 *
 * Must not: need anything that a payload is forbidden once it is confined, nor
 * any memory: its limits hold, and what a program has when it has booted may be
 * all of them. Nor leave a byte of the script in its own.
 */

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "sandbox/file.h"
#include "sandbox/gate.h"
#include "sandbox/layer.h"
#include "sandbox/mounts.h"
#include "sandbox/pass.h"

enum gate_fd {
	GATE_STDIN, /* the first three where they go to */
	GATE_STDOUT,
	GATE_STDERR,
	GATE_SCRIPT,
	GATE_FDS,
};

/* FILE as it goes through the gate, for the caller to close; -1 with errno. */
static int in_memory(const struct sb_file *file)
{
	int fd = memfd_create("codeexec", MFD_CLOEXEC);

	if (fd >= 0 && (file_write(fd, file->path, strlen(file->path) + 1) ||
			       file_write(fd, file->data, file->len))) {
		(void)close(fd); /* it lacks a part */
		fd = -1;
	}
	return fd;
}

int gate_hand_over(const struct sb *box)
{
	const struct sb_spec *spec = box->spec;
	const char word = SB_TAKE;
	const int script = in_memory(&spec->file[0]);
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

	if (file_write(box->gate_fd, &word, 1))
		return sb_fails(why, "opening the gate");
	(void)close(box->gate_fd); /* it has been used */
	box->gate_fd = -1;
	return 0;
}

/* Of the script, a piece. Not on the stack, which may not grow any more. */
static char piece[8192];

/* What FROM has from AT on, into TO. 0, or -1 with errno. */
static int copy(int from, off_t at, int to)
{
	ssize_t got;

	while ((got = pread(from, piece, sizeof(piece), at)) > 0) {
		if (file_write(to, piece, (size_t)got))
			return -1;
		at += got;
	}
	return got < 0 ? -1 : 0;
}

/* The run's script into the workdir, as init puts the files that it knows. 0,
 * or -1 with errno. */
static int put_script(int from)
{
	int workdir = open(SB_WORKDIR, O_PATH | O_DIRECTORY | O_CLOEXEC);
	ssize_t got = pread(from, piece, sizeof(piece) - 1, 0);
	off_t path_len = got > 0 ? (off_t)strlen(piece) + 1 : 0;
	int to = path_len ? sb_mounts_file(workdir, piece) : -1;
	int result = to < 0 ? -1 : copy(from, path_len, to);
	int err = errno;

	explicit_bzero(piece, sizeof(piece));
	if (to >= 0)
		(void)close(to); /* a tmpfs has nothing left to say */
	if (workdir >= 0)
		(void)close(workdir); /* a place */
	errno = err;
	return result;
}

static int take_over(const int fds[GATE_FDS], struct sb_fail *why)
{
	why->layer = ROW_FDS;
	for (int fd = GATE_STDIN; fd <= GATE_STDERR; fd++)
		if (dup2(fds[fd], fd) < 0)
			return sb_fails(why, "dup2");
	why->layer = ROW_MOUNTS;
	if (put_script(fds[GATE_SCRIPT]))
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
