/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Bringing files out: init looks below the workdir once everything else inside
 * is dead, so that nothing can move under its eyes.
 *
 * Only plain files leave, and only by names: symbolic links, devices, fifos,
 * sockets and files with a second link are passed over; nothing is opened
 * through a link, and no mount is crossed (openat2).
 */

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sandbox/file.h"
#include "sandbox/layer.h"

#define DEPTH_MAX 32
#define PATH_BYTES 4096

/* What getdents64(2) fills. */
struct entry {
	uint64_t ino;
	int64_t off;
	unsigned short reclen;
	unsigned char type;
	char name[];
};

struct walk {
	const struct sb *box;
	int fd;       /* the supervisor's */
	int64_t left; /* bytes that may still be sent */
	bool truncated;
	char path[PATH_BYTES]; /* relative to the workdir */
};

static int open_below(int dir, const char *name, uint64_t flags)
{
	struct open_how how = {
		.flags = flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK,
		.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS |
			   RESOLVE_NO_XDEV | RESOLVE_NO_MAGICLINKS};

	return (int)syscall(SYS_openat2, dir, name, &how, sizeof(how));
}

static bool wanted(const struct walk *walk)
{
	const struct sb_spec *spec = walk->box->spec;

	for (size_t i = 0; i < spec->collect_count; i++)
		if (!fnmatch(spec->collect[i], walk->path, FNM_PATHNAME))
			return true;
	return false;
}

/* Send LEN bytes of FILE; what it lacks by now is sent as zeros. */
static void send_content(const struct walk *walk, int file, uint64_t len)
{
	char block[16384];

	while (len) {
		size_t want = len < sizeof(block) ? (size_t)len : sizeof(block);
		ssize_t got = read(file, block, want);

		if (got <= 0) {
			memset(block, 0, want);
			got = (ssize_t)want;
		}
		if (file_write(walk->fd, block, (size_t)got))
			return;
		len -= (uint64_t)got;
	}
}

static void send_file(struct walk *walk, int dir, const char *name)
{
	struct sb_file_record record = {0};
	struct stat st;
	int file = open_below(dir, name, O_RDONLY);

	if (file < 0)
		return;
	if (!fstat(file, &st) && S_ISREG(st.st_mode) && st.st_nlink == 1) {
		if (st.st_size > walk->left) {
			walk->truncated = true;
		} else {
			record.path_len = (uint32_t)strlen(walk->path) + 1;
			record.size = (uint64_t)st.st_size;
			walk->left -= st.st_size;
			if (!file_write(walk->fd, &record, sizeof(record)) &&
				!file_write(
					walk->fd, walk->path, record.path_len))
				send_content(walk, file, record.size);
		}
	}
	(void)close(file); /* only read */
}

static void walk_folder(struct walk *walk, int dir, size_t len, int depth);

/* NOLINTNEXTLINE(misc-no-recursion): as deep as DEPTH_MAX */
static void visit(struct walk *walk, int dir, const struct entry *entry,
	size_t len, int depth)
{
	size_t name_len = strlen(entry->name);
	int below;

	if (!strcmp(entry->name, ".") || !strcmp(entry->name, ".."))
		return;
	if (len + name_len + 2 > sizeof(walk->path)) {
		walk->truncated = true;
		return;
	}
	memcpy(walk->path + len, entry->name, name_len + 1);
	if (entry->type == DT_DIR) {
		below = open_below(dir, entry->name, O_RDONLY | O_DIRECTORY);
		if (below < 0)
			return;
		walk->path[len + name_len] = '/';
		walk_folder(walk, below, len + name_len + 1, depth + 1);
		(void)close(below); /* only read */
	} else if (entry->type == DT_REG && wanted(walk)) {
		send_file(walk, dir, entry->name);
	}
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as DEPTH_MAX */
static void walk_folder(struct walk *walk, int dir, size_t len, int depth)
{
	_Alignas(struct entry) char block[4096];
	long got;

	if (depth > DEPTH_MAX) {
		walk->truncated = true;
		return;
	}
	while ((got = syscall(SYS_getdents64, dir, block, sizeof(block))) > 0)
		for (long at = 0; at < got;) {
			const struct entry *entry =
				(const struct entry *)(const void *)(block +
								     at);

			visit(walk, dir, entry, len, depth);
			at += entry->reclen;
		}
}

void sb_collect_send(const struct sb *box, int fd)
{
	struct walk walk = {
		.box = box, .fd = fd, .left = box->spec->collect_bytes};
	struct sb_file_record last = {0};
	int dir;

	if (!box->spec->collect_count)
		return;
	dir = open(box->spec->off ? box->spec->off_workdir : SB_WORKDIR,
		O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (dir >= 0)
		walk_folder(&walk, dir, 0, 0);
	last.truncated = walk.truncated;
	(void)file_write(fd, &last, sizeof(last)); /* a lost end is the end */
}
