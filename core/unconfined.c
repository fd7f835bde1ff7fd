/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Nothing here keeps anything in: the operator has switched that off. */

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/error.h"
#include "core/plan.h"
#include "core/unconfined.h"
#include "sandbox/sandbox.h"

#define OPEN_FOLDERS 16

/* Append FROM to LIST, with DIR wherever the workdir is meant. */
static int relocate(
	struct strings *list, const struct strings *from, const char *dir)
{
	for (size_t i = 0; i < from->count; i++) {
		autobuf struct buf text = {0};
		const char *item = from->item[i];
		const char *at;

		while ((at = strstr(item, PLAN_WORKDIR))) {
			if (buf_printf(&text, "%.*s%s", (int)(at - item), item,
				    dir))
				return -1;
			item = at + strlen(PLAN_WORKDIR);
		}
		if (buf_printf(&text, "%s", item) ||
			strings_add(list, text.data))
			return -1;
	}
	return 0;
}

/* Make the folders that lead to PATH below DIR. */
static int make_parents(int dir, const char *path)
{
	autofree char *part = strdup(path);

	for (char *at = part; at && (at = strchr(at, '/')); *at++ = '/') {
		*at = '\0';
		if (mkdirat(dir, part, 0755) && errno != EEXIST)
			return -1;
	}
	return part ? 0 : -1; /* NOLINT(clang-analyzer-unix.Malloc): autofree */
}

static int write_file(int dir, const struct sb_file *file)
{
	autofd int fd = -1;
	size_t at = 0;

	if (make_parents(dir, file->path))
		return -1;
	fd = openat(
		dir, file->path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644);
	while (fd >= 0 && at < file->len) {
		ssize_t wrote = write(fd, file->data + at, file->len - at);

		if (wrote < 0)
			return -1;
		at += (size_t)wrote;
	}
	return fd < 0 ? -1 : 0;
}

int unconfined_open(struct unconfined *unconfined, const struct plan_step *step,
	const struct sb_file *file, size_t count, struct error *e)
{
	autofd int dir = -1;

	unconfined->dir = strdup("/tmp/codeexec-XXXXXX");
	if (!unconfined->dir)
		return fail_memory(e);
	if (!mkdtemp(unconfined->dir)) {
		unconfined->dir[0] = '\0';
		return fail(e, ERR_IO, "cannot make a folder in /tmp: %s",
			strerror(errno));
	}
	dir = open(unconfined->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	for (size_t i = 0; i < count; i++)
		if (dir < 0 || write_file(dir, &file[i]))
			return fail(e, ERR_IO, "cannot write '%s/%s': %s",
				unconfined->dir, file[i].path, strerror(errno));
	if (relocate(&unconfined->argv, &step->argv, unconfined->dir) ||
		relocate(&unconfined->envp, &step->envp, unconfined->dir))
		return fail_memory(e);
	return 0;
}

static int remove_entry(
	const char *path, const struct stat *st, int type, struct FTW *where)
{
	(void)st;
	(void)type;
	(void)where;
	(void)remove(path); /* what does not go is left: nothing else can */
	return 0;
}

void unconfined_close(struct unconfined *unconfined)
{
	if (unconfined->dir && *unconfined->dir)
		(void)nftw(unconfined->dir, remove_entry, OPEN_FOLDERS,
			FTW_DEPTH | FTW_PHYS);
	free(unconfined->dir);
	strings_free(&unconfined->argv);
	strings_free(&unconfined->envp);
	*unconfined = (struct unconfined){0};
}
