/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Slots as flock(2) locks, which belong to an open file and not to a process:
 * two slots of one process exclude each other as those of two processes do.
 *
 * The folder is opened and examined anew each time, so that a server outlives
 * whoever cleans /tmp. A sandbox does not keep a slot: init closes every fd
 * that is not its own before anything else (sandbox/init.c).
 */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/buf.h"
#include "core/error.h"
#include "http/slots.h"

/* The name of a place: a word, a point and up to 20 digits. */
#define NAME_BYTES 32

static int no_memory(struct error *e)
{
	return fail_memory(e);
}

/* Someone else's could be locked by them for ever, or lead us elsewhere. */
static int examine(const char *folder, int fd, struct error *e)
{
	struct stat status;

	if (fstat(fd, &status))
		return fail(e, ERR_CONFIG,
			"cannot examine lock folder '%s': %s", folder,
			strerror(errno));
	if (S_ISLNK(status.st_mode))
		return fail(e, ERR_CONFIG,
			"lock folder '%s' is a symbolic link: remove it or "
			"name another folder",
			folder);
	if (!S_ISDIR(status.st_mode))
		return fail(e, ERR_CONFIG,
			"lock folder '%s' is not a folder: remove it or name "
			"another",
			folder);
	if (status.st_uid != geteuid())
		return fail(e, ERR_CONFIG,
			"lock folder '%s' belongs to user %lu, not to us (user "
			"%lu): remove it or name another",
			folder, (unsigned long)status.st_uid,
			(unsigned long)geteuid());
	if (status.st_mode & (S_IWGRP | S_IWOTH))
		return fail(e, ERR_CONFIG,
			"lock folder '%s' may be written by others: chmod go-w "
			"it",
			folder);
	if (faccessat(fd, ".", W_OK | X_OK, AT_EACCESS))
		return fail(e, ERR_CONFIG,
			"lock folder '%s' cannot be written: %s: chmod u+rwx "
			"it or name another",
			folder, strerror(errno));
	return 0;
}

/* The folder, made when it is not there; an fd, or -1 with *E. */
static int open_folder(const char *folder, struct error *e)
{
	/* O_PATH: what we may not read can still be told apart. */
	const int flags = O_PATH | O_NOFOLLOW | O_CLOEXEC;
	autofd int fd = open(folder, flags);

	if (fd < 0 && errno == ENOENT) {
		/* Another process of the service may be faster. */
		if (mkdir(folder, 0700) && errno != EEXIST)
			return fail(e, ERR_CONFIG,
				"cannot make lock folder '%s': %s: make it, "
				"owned by user %lu, or name another",
				folder, strerror(errno),
				(unsigned long)geteuid());
		fd = open(folder, flags);
	}
	if (fd < 0)
		return fail(e, ERR_CONFIG,
			"cannot open lock folder '%s': %s: name another",
			folder, strerror(errno));
	if (examine(folder, fd, e))
		return -1;
	return take_fd(&fd);
}

/* Owned by the caller; NULL when memory is out. */
static char *default_folder(void)
{
	const char *runtime = getenv("XDG_RUNTIME_DIR");
	unsigned long user = geteuid();
	struct stat status;
	char *folder = NULL;
	int len;

	if (user == 0)
		return strdup("/run/codeexec");
	/* su and sudo may leave us that of another user. */
	if (runtime && *runtime == '/' && !stat(runtime, &status) &&
		status.st_uid == user)
		len = asprintf(&folder, "%s/codeexec", runtime);
	else
		len = asprintf(&folder, "/tmp/codeexec-%lu", user);
	return len < 0 ? NULL : folder;
}

int slots_open(const char *folder, size_t runs, size_t queue, struct slots *out,
	struct error *e)
{
	autofree char *copy = folder ? strdup(folder) : default_folder();
	size_t len;
	int fd;

	if (!copy)
		return no_memory(e);
	if (*copy != '/')
		return fail(e, ERR_CONFIG,
			"lock folder '%s' is not an absolute path", copy);
	/* Behind a slash a symbolic link would be followed. */
	for (len = strlen(copy); len > 1 && copy[len - 1] == '/'; len--)
		copy[len - 1] = '\0';
	fd = open_folder(copy, e);
	if (fd < 0)
		return -1; /* NOLINT(clang-analyzer-unix.Malloc): autofree */
	close_at(&fd);
	*out = (struct slots){steal(&copy), runs, queue};
	return 0;
}

/* 1: FD holds its file; 0: another one does; -1 with errno. */
static int lock(int fd)
{
	struct stat status;

	if (flock(fd, LOCK_EX | LOCK_NB))
		return errno == EWOULDBLOCK ? 0 : -1;
	/* Removed between open and lock by who cleans up: the next to come
	 * makes a new one, which this lock says nothing of. */
	return !fstat(fd, &status) && status.st_nlink > 0;
}

/* Take NAME in DIR. An fd; -1 with *E untouched when it is taken; -1 with *E
 * when that cannot be told. */
static int take_file(
	const struct slots *slots, int dir, const char *name, struct error *e)
{
	autofd int fd = openat(dir, name,
		O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
	int locked = fd < 0 ? -1 : lock(fd);

	if (locked < 0)
		return fail(e, ERR_IO, "cannot %s '%s/%s': %s",
			fd < 0 ? "open" : "lock", slots->folder, name,
			strerror(errno));
	return locked ? take_fd(&fd) : -1;
}

/* The first of COUNT files KIND.0, KIND.1 ... that can be had. */
static int take(const struct slots *slots, const char *kind, size_t count,
	struct error *e)
{
	autofd int dir = open_folder(slots->folder, e);

	if (dir < 0)
		return -1;
	e->kind = ERR_NONE;
	for (size_t i = 0; i < count; i++) {
		char name[NAME_BYTES];
		int fd;

		(void)snprintf(name, sizeof(name), "%s.%zu", kind, i);
		fd = take_file(slots, dir, name, e);
		if (fd >= 0 || e->kind != ERR_NONE)
			return fd;
	}
	return -1;
}

int slots_take(const struct slots *slots, struct error *e)
{
	return take(slots, "slot", slots->runs, e);
}

int slots_wait(const struct slots *slots, struct error *e)
{
	return take(slots, "queue", slots->queue, e);
}

void slots_release(int *fd)
{
	if (*fd >= 0)
		(void)flock(*fd, LOCK_UN); /* of a lock we have: cannot fail */
	close_at(fd);
}

void slots_close(struct slots *slots)
{
	free(slots->folder);
	*slots = (struct slots){0};
}
