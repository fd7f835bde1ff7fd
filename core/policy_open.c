/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Whoever can write the policy decides what runs, so it is the open file that
 * is examined, not its name. */

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/buf.h"
#include "core/error.h"
#include "core/policy_open.h"

#define MAX_BYTES ((size_t)1024 * 1024)

static int examine(const char *path, int fd, struct error *e)
{
	struct stat status;

	if (fstat(fd, &status))
		return fail(e, ERR_CONFIG, "cannot examine '%s': %s", path,
			strerror(errno));
	if (!S_ISREG(status.st_mode))
		return fail(e, ERR_CONFIG, "'%s' is not a regular file", path);
	if (status.st_uid != 0 && status.st_uid != geteuid())
		return fail(e, ERR_CONFIG,
			"'%s' belongs to user %lu: it must be root's or yours",
			path, (unsigned long)status.st_uid);
	if (status.st_mode & (S_IWGRP | S_IWOTH))
		return fail(e, ERR_CONFIG,
			"'%s' may be written by others: chmod go-w it", path);
	return 0;
}

int policy_open(
	const char *path, bool optional, struct buf *text, struct error *e)
{
	/* A fifo must not make us wait before it is refused. */
	autofd int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	if (fd < 0 && optional && errno == ENOENT)
		return 0;
	if (fd < 0)
		return fail(e, ERR_CONFIG, "cannot open '%s': %s", path,
			strerror(errno));
	if (examine(path, fd, e))
		return -1;
	if (!buf_read(text, fd, MAX_BYTES))
		return 0;
	if (errno == EFBIG)
		return fail(e, ERR_CONFIG, "'%s' is larger than 1 MiB", path);
	return fail(
		e, ERR_CONFIG, "cannot read '%s': %s", path, strerror(errno));
}
