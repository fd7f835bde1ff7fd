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

/* The first place in TEXT where one of PATHS stands, or NULL. */
static const char *find(const char *text, const struct strings *paths)
{
	const char *first = NULL;

	for (size_t i = 0; i < paths->count; i++) {
		const char *at = strstr(text, paths->item[i]);

		if (at && (!first || at < first))
			first = at;
	}
	return first;
}

/* Append FROM to LIST, with ROOT before each of PATHS that stands in it. */
static int relocate(struct strings *list, const struct strings *from,
	const struct strings *paths, const char *root)
{
	for (size_t i = 0; i < from->count; i++) {
		autobuf struct buf text = {0};
		const char *item = from->item[i];
		const char *at;

		while ((at = find(item, paths))) {
			if (buf_printf(&text, "%.*s%s/", (int)(at - item), item,
				    root))
				return -1;
			item = at + 1;
		}
		if (buf_printf(&text, "%s", item) ||
			strings_add(list, text.data))
			return -1;
	}
	return 0;
}

/* The same for all that STEP is told, and where its workdir is. */
static int relocate_step(struct unconfined *unconfined,
	const struct plan_step *step, const struct sb_spec *spec)
{
	struct strings paths = {0};
	int result = strings_add(&paths, PLAN_WORKDIR);

	for (size_t i = 0; !result && i < spec->root_file_count; i++) {
		autobuf struct buf path = {0};

		result = buf_printf(&path, "/%s", spec->root_file[i].path) ||
			 strings_add(&paths, path.data);
	}
	if (!result)
		result = relocate(&unconfined->argv, &step->argv, &paths,
				 unconfined->root) ||
			 relocate(&unconfined->envp, &step->envp, &paths,
				 unconfined->root);
	strings_free(&paths);
	return result ? -1 : 0;
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

static int write_files(const char *folder, const struct sb_file *file,
	size_t count, struct error *e)
{
	autofd int dir = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	for (size_t i = 0; i < count; i++)
		if (dir < 0 || write_file(dir, &file[i]))
			return fail(e, ERR_IO, "cannot write '%s/%s': %s",
				folder, file[i].path, strerror(errno));
	return 0;
}

int unconfined_open(struct unconfined *unconfined, const struct plan_step *step,
	const struct sb_spec *spec, struct error *e)
{
	autobuf struct buf dir = {0};

	unconfined->root = strdup("/tmp/codeexec-XXXXXX");
	if (!unconfined->root)
		return fail_memory(e);
	if (!mkdtemp(unconfined->root)) {
		unconfined->root[0] = '\0';
		return fail(e, ERR_IO, "cannot make a folder in /tmp: %s",
			strerror(errno));
	}
	if (buf_printf(&dir, "%s" PLAN_WORKDIR, unconfined->root) ||
		!(unconfined->dir = strdup(dir.data)) ||
		relocate_step(unconfined, step, spec))
		return fail_memory(e);
	if (mkdir(unconfined->dir, 0755))
		return fail(e, ERR_IO, "cannot make '%s': %s", unconfined->dir,
			strerror(errno));
	if (write_files(unconfined->dir, spec->file, spec->file_count, e))
		return -1;
	return write_files(
		unconfined->root, spec->root_file, spec->root_file_count, e);
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
	if (unconfined->root && *unconfined->root)
		(void)nftw(unconfined->root, remove_entry, OPEN_FOLDERS,
			FTW_DEPTH | FTW_PHYS);
	free(unconfined->root);
	free(unconfined->dir);
	strings_free(&unconfined->argv);
	strings_free(&unconfined->envp);
	*unconfined = (struct unconfined){0};
}
