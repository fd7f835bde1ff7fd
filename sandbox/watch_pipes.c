/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Theory of operation: a pipe holds 64 KiB at most, for F_SETPIPE_SZ is refused
 * inside. How many files a process has open is had by one call since Linux 6.2;
 * only when as many pipes would be too much are the files looked at, one by
 * one, and each pipe counted once, whoever has it open.
 */

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sandbox/file.h"
#include "sandbox/watch_pipes.h"

#define PIPE_BYTES ((int64_t)64 << 10)
/* More than these are not told apart. */
#define PIPES_MAX ((size_t)1 << 16)

static DIR *open_files(int dir, pid_t pid)
{
	char path[32];

	(void)snprintf(path, sizeof(path), "%d/fd", pid);
	return file_folder_at(dir, path);
}

int64_t pipes_most(int dir, pid_t pid)
{
	char path[32];
	struct stat st;
	DIR *files;
	int64_t count = 0;

	(void)snprintf(path, sizeof(path), "%d/fd", pid);
	if (!fstatat(dir, path, &st, 0) && st.st_size)
		return st.st_size;
	files = open_files(dir, pid);
	if (!files)
		return -1;
	while (readdir(files))
		count++;
	(void)closedir(files); /* only read */
	return count;
}

/* 0, or -1 when there is no room. */
static int add(struct pipes *pipes, uint64_t inode)
{
	if (pipes->count == pipes->cap) {
		size_t cap = pipes->cap ? pipes->cap * 2 : 256;
		uint64_t *grown =
			cap > PIPES_MAX
				? NULL
				: realloc(pipes->inode, cap * sizeof(*grown));

		if (!grown)
			return -1;
		pipes->inode = grown;
		pipes->cap = cap;
	}
	pipes->inode[pipes->count++] = inode;
	return 0;
}

int pipes_add(struct pipes *pipes, int dir, pid_t pid)
{
	DIR *files = open_files(dir, pid);
	const struct dirent *entry;
	char link[64];
	bool seen = files;

	while (files && seen && (entry = readdir(files))) {
		ssize_t len = readlinkat(
			dirfd(files), entry->d_name, link, sizeof(link) - 1);

		if (len < 0) {
			seen = errno != EACCES; /* "." and ".." are no links */
			continue;
		}
		link[len] = '\0';
		if (!strncmp(link, "pipe:[", 6) &&
			add(pipes, strtoull(link + 6, NULL, 10)))
			pipes->unseen++;
	}
	if (files)
		(void)closedir(files); /* only read */
	return seen ? 0 : -1;
}

static int compare(const void *a, const void *b)
{
	uint64_t one = *(const uint64_t *)a;
	uint64_t other = *(const uint64_t *)b;

	return (one > other) - (one < other);
}

int64_t pipes_bytes_of(int64_t count)
{
	return count * PIPE_BYTES;
}

int64_t pipes_bytes(struct pipes *pipes)
{
	int64_t count = pipes->unseen;

	if (pipes->count)
		qsort(pipes->inode, pipes->count, sizeof(*pipes->inode),
			compare);
	for (size_t i = 0; i < pipes->count; i++)
		count += !i || pipes->inode[i] != pipes->inode[i - 1];
	return pipes_bytes_of(count);
}

void pipes_free(struct pipes *pipes)
{
	free(pipes->inode);
	*pipes = (struct pipes){0};
}
