/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Bringing files out: init looks below the workdir once everything else inside
 * is dead, so that nothing can move under its eyes.
 *
 * Only plain files leave, and only by names: nothing is opened through a
 * symbolic link, no mount is crossed (openat2), and what has a second name may
 * have it anywhere. What else the globs name is itself named, with the reason.
 * Folders are no files: they are passed over, unless a glob leads into one that
 * cannot be entered.
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
	int fd;         /* the supervisor's */
	int64_t left;   /* bytes that may still be sent */
	size_t sent;    /* files */
	size_t refused; /* those that were named */
	bool truncated;
	char path[SB_PATH_BYTES]; /* relative to the workdir */
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

/* How much of GLOB stands before its slash NTH, from 0; 0 = it has none. */
static size_t glob_head(const char *glob, int nth)
{
	for (size_t at = 0; glob[at]; at++) {
		size_t end = at; /* an escaped slash begins at its backslash */

		if (glob[at] == '\\' && glob[at + 1])
			at++;
		if (glob[at] == '/' && nth-- == 0)
			return end;
	}
	return 0;
}

/* Can GLOB name something in the folder PATH, which is at DEPTH? */
static bool leads_into(const char *glob, const char *path, int depth)
{
	char head[SB_PATH_BYTES];
	size_t len = glob_head(glob, depth);

	if (len >= sizeof(head))
		return true;
	memcpy(head, glob, len);
	head[len] = '\0';
	return len && !fnmatch(head, path, FNM_PATHNAME);
}

static bool wanted_below(const struct walk *walk, int depth)
{
	const struct sb_spec *spec = walk->box->spec;

	for (size_t i = 0; i < spec->collect_count; i++)
		if (leads_into(spec->collect[i], walk->path, depth))
			return true;
	return false;
}

/* Tell of what is at walk->path: LEN bytes come, or none for WHY. */
static int send_record(struct walk *walk, enum sb_refusal why, int64_t len)
{
	struct sb_file_record record = {
		.path_len = (uint32_t)strlen(walk->path) + 1,
		.refusal = (uint16_t)why,
		.size = (uint64_t)len};

	if (file_write(walk->fd, &record, sizeof(record)))
		return -1;
	return file_write(walk->fd, walk->path, record.path_len);
}

static void refuse(struct walk *walk, enum sb_refusal why)
{
	if (why >= SB_REFUSAL_TOO_LARGE || walk->refused == SB_COLLECT_REFUSED)
		walk->truncated = true;
	if (walk->refused == SB_COLLECT_REFUSED)
		return;
	walk->refused++;
	(void)send_record(walk, why, 0); /* who is gone needs no name */
}

/* Why openat2 would not. */
static enum sb_refusal refusal_of_open(void)
{
	return errno == EXDEV ? SB_REFUSAL_MOUNT : SB_REFUSAL_UNREADABLE;
}

/* Why what is of TYPE, and no folder, does not leave. */
static enum sb_refusal refusal_of_type(mode_t type)
{
	switch (type & S_IFMT) {
	case S_IFREG:
		return SB_REFUSAL_NONE;
	case S_IFLNK:
		return SB_REFUSAL_SYMBOLIC_LINK;
	case S_IFCHR:
	case S_IFBLK:
		return SB_REFUSAL_DEVICE;
	case S_IFIFO:
		return SB_REFUSAL_FIFO;
	case S_IFSOCK:
		return SB_REFUSAL_SOCKET;
	default:
		return SB_REFUSAL_UNREADABLE;
	}
}

/* Send LEN bytes of FILE; what it lacks by now is sent as zeros. */
static void send_content(const struct walk *walk, int file, int64_t len)
{
	char block[16384];

	while (len) {
		size_t want = (uint64_t)len < sizeof(block) ? (size_t)len
							    : sizeof(block);
		ssize_t got = read(file, block, want);

		if (got <= 0) {
			memset(block, 0, want);
			got = (ssize_t)want;
		}
		if (file_write(walk->fd, block, (size_t)got))
			return;
		len -= got;
	}
}

/* Why the plain file at walk->path, of which ST tells, does not leave. */
static enum sb_refusal refusal_of_file(
	const struct walk *walk, const struct stat *st)
{
	enum sb_refusal why = refusal_of_type(st->st_mode);

	if (why)
		return why;
	if (st->st_nlink != 1)
		return SB_REFUSAL_HARD_LINK;
	if (walk->sent == SB_COLLECT_FILES)
		return SB_REFUSAL_TOO_MANY;
	if (st->st_size > walk->left - (int64_t)strlen(walk->path))
		return SB_REFUSAL_TOO_LARGE;
	return SB_REFUSAL_NONE;
}

static void send_file(struct walk *walk, int dir, const char *name)
{
	enum sb_refusal why = SB_REFUSAL_UNREADABLE;
	struct stat st;
	int file = open_below(dir, name, O_RDONLY);

	if (file < 0) {
		refuse(walk, refusal_of_open());
		return;
	}
	if (!fstat(file, &st))
		why = refusal_of_file(walk, &st);
	if (why) {
		refuse(walk, why);
	} else {
		walk->sent++;
		walk->left -= st.st_size + (int64_t)strlen(walk->path);
		if (!send_record(walk, why, st.st_size))
			send_content(walk, file, st.st_size);
	}
	(void)close(file); /* only read */
}

static void walk_folder(struct walk *walk, int dir, size_t len, int depth);

/* NOLINTNEXTLINE(misc-no-recursion): as deep as SB_DEPTH_MAX */
static void visit_folder(
	struct walk *walk, int dir, const char *name, int depth)
{
	size_t len = strlen(walk->path);
	int below;

	if (!wanted_below(walk, depth))
		return;
	if (depth == SB_DEPTH_MAX) {
		refuse(walk, SB_REFUSAL_TOO_DEEP);
		return;
	}
	below = open_below(dir, name, O_RDONLY | O_DIRECTORY);
	if (below < 0) {
		refuse(walk, refusal_of_open());
		return;
	}
	walk->path[len] = '/';
	walk_folder(walk, below, len + 1, depth + 1);
	(void)close(below); /* only read */
}

/* The type of ENTRY; some file systems do not tell it with the name. */
static mode_t type_of(int dir, const struct entry *entry)
{
	struct stat st;

	if (entry->type != DT_UNKNOWN)
		return DTTOIF((mode_t)entry->type);
	return fstatat(dir, entry->name, &st, AT_SYMLINK_NOFOLLOW) ? 0
								   : st.st_mode;
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as SB_DEPTH_MAX */
static void visit(struct walk *walk, int dir, const struct entry *entry,
	size_t len, int depth)
{
	size_t name_len = strlen(entry->name);
	mode_t type;

	if (!strcmp(entry->name, ".") || !strcmp(entry->name, ".."))
		return;
	if (len + name_len + 1 > sizeof(walk->path)) {
		walk->truncated = true; /* only FUSE passes NAME_MAX */
		return;
	}
	memcpy(walk->path + len, entry->name, name_len + 1);
	type = type_of(dir, entry);
	if (S_ISDIR(type))
		visit_folder(walk, dir, entry->name, depth);
	else if (S_ISREG(type) && wanted(walk))
		send_file(walk, dir, entry->name);
	else if (!S_ISREG(type) &&
		 (wanted(walk) || (S_ISLNK(type) && wanted_below(walk, depth))))
		refuse(walk, refusal_of_type(type));
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as SB_DEPTH_MAX */
static void walk_folder(struct walk *walk, int dir, size_t len, int depth)
{
	_Alignas(struct entry) char block[4096];
	long got;

	while ((got = syscall(SYS_getdents64, dir, block, sizeof(block))) > 0)
		for (long at = 0; at < got;) {
			const struct entry *entry =
				(const struct entry *)(const void *)(block +
								     at);

			visit(walk, dir, entry, len, depth);
			at += entry->reclen;
		}
	if (got < 0)
		walk->truncated = true;
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
		O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
	if (dir >= 0) {
		walk_folder(&walk, dir, 0, 0);
	} else {
		walk.path[0] = '.';
		refuse(&walk, refusal_of_open());
	}
	last.truncated = walk.truncated;
	(void)file_write(fd, &last, sizeof(last)); /* a lost end is the end */
}
