/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "sandbox/file.h"
#include "sandbox/mounts.h"
#include "sandbox/sandbox.h"
#include "sandbox/script.h"

int script_make(const struct sb_file *file)
{
	int fd = memfd_create("codeexec", MFD_CLOEXEC);

	if (fd >= 0 && (file_write(fd, file->path, strlen(file->path) + 1) ||
			       file_write(fd, file->data, file->len))) {
		(void)close(fd); /* it lacks a part */
		fd = -1;
	}
	return fd;
}

/* Of the script, a piece. Not on the stack, which may not grow any more. */
static char piece[8192];

static void forget(void)
{
	int err = errno;

	explicit_bzero(piece, sizeof(piece));
	errno = err;
}

off_t script_begin(int from)
{
	ssize_t got = pread(from, piece, sizeof(piece) - 1, 0);
	off_t at = got > 0 ? (off_t)strnlen(piece, (size_t)got) + 1 : 0;

	forget();
	return at;
}

int script_copy(int from, off_t *at, int to)
{
	ssize_t got;
	ssize_t put = 0;

	while ((got = pread(from, piece, sizeof(piece), *at)) > 0) {
		do
			put = write(to, piece, (size_t)got);
		while (put < 0 && errno == EINTR);
		if (put < 0)
			break;
		*at += put;
	}
	forget();
	return got < 0 || put < 0 ? -1 : 0;
}

/* A new file of the name that FROM begins with, *AT where the rest of FROM is;
 * -1 with errno. */
static int create(int workdir, int from, off_t *at)
{
	ssize_t got = pread(from, piece, sizeof(piece) - 1, 0);
	int to = -1;

	if (got > 0) {
		piece[got] = '\0';
		*at = (off_t)strlen(piece) + 1;
		(void)unlinkat(workdir, piece, 0); /* or there is none */
		to = sb_mounts_file(workdir, piece);
	}
	forget();
	return to;
}

int script_put(int from)
{
	int workdir = open(SB_WORKDIR, O_PATH | O_DIRECTORY | O_CLOEXEC);
	off_t at = 0;
	int to = create(workdir, from, &at);
	int result = to < 0 ? -1 : script_copy(from, &at, to);
	int err = errno;

	if (to >= 0)
		(void)close(to); /* a tmpfs has nothing left to say */
	if (workdir >= 0)
		(void)close(workdir); /* a place */
	errno = err;
	return result;
}
