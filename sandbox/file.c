/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Small files and fds, by system calls alone. */

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "sandbox/file.h"

int file_text_at(int dir, const char *file, char *text, size_t size)
{
	int fd = openat(dir, file, O_RDONLY | O_CLOEXEC);
	size_t len = 0;
	ssize_t got = 1;
	int err;

	if (fd < 0)
		return -1;
	while (got > 0 && len < size - 1) {
		got = read(fd, text + len, size - 1 - len);
		if (got > 0)
			len += (size_t)got;
	}
	err = errno;
	(void)close(fd); /* nothing was written */
	errno = err;
	text[len] = '\0';
	return got < 0 ? -1 : 0;
}

int file_text(const char *file, char *text, size_t size)
{
	return file_text_at(AT_FDCWD, file, text, size);
}

int file_put_at(int dir, const char *file, const char *text)
{
	int fd = openat(dir, file, O_WRONLY | O_CLOEXEC);
	int result;
	int err;

	if (fd < 0)
		return -1;
	result = file_write(fd, text, strlen(text));
	err = errno;
	(void)close(fd); /* the write has told */
	errno = err;
	return result;
}

int file_write(int fd, const void *data, size_t len)
{
	const char *at = data;
	ssize_t wrote;

	while (len) {
		wrote = write(fd, at, len);
		if (wrote < 0 && errno == EINTR)
			continue;
		if (wrote < 0)
			return -1;
		at += wrote;
		len -= (size_t)wrote;
	}
	return 0;
}

static void sort(int *keep, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		int fd = keep[i];
		size_t at = i;

		for (; at > 0 && keep[at - 1] > fd; at--)
			keep[at] = keep[at - 1];
		keep[at] = fd;
	}
}

int fds_keep(int from, int *keep, size_t count)
{
	sort(keep, count);
	for (size_t i = 0; i < count; i++) {
		if (keep[i] < from)
			continue;
		if (keep[i] > from &&
			close_range((unsigned)from, (unsigned)keep[i] - 1, 0))
			return -1;
		from = keep[i] + 1;
	}
	return close_range((unsigned)from, UINT_MAX, 0);
}

void fds_close(int *fds, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (fds[i] >= 0)
			(void)close(fds[i]); /* the caller knows */
		fds[i] = -1;
	}
}

DIR *file_folder_at(int dir, const char *path)
{
	int fd = openat(dir, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *folder = fd < 0 ? NULL : fdopendir(fd);

	if (fd >= 0 && !folder)
		(void)close(fd); /* not read */
	return folder;
}
