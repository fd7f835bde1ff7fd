/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Binds: cloned while the caller's own right to walk paths is there, or where
 * that does not reach with the program's, each held to be what the supervisor
 * saw, and attached to the new root.
 */

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sandbox/layer.h"
#include "sandbox/mounts.h"

int sb_mounts_parents(int root, const char *path)
{
	char part[4096];
	size_t len = strlen(path);

	if (len >= sizeof(part)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	for (size_t i = 0; i < len; i++) {
		part[i] = path[i];
		part[i + 1] = '\0';
		if (path[i] != '/')
			continue;
		part[i] = '\0';
		if (mkdirat(root, part, 0755) && errno != EEXIST)
			return -1;
		part[i] = '/';
	}
	return 0;
}

static int make_node(int root, const char *path, bool folder)
{
	return folder ? mkdirat(root, path, 0755)
		      : mknodat(root, path, S_IFREG | 0644, 0);
}

/* Something for a mount to sit on. */
static int make_target(int root, const char *path, bool folder)
{
	int result = make_node(root, path, folder);

	if (result && errno == ENOENT && !sb_mounts_parents(root, path))
		result = make_node(root, path, folder);
	return result && errno != EEXIST ? -1 : 0;
}

static int make_link(int root, const char *path, const char *text)
{
	int result = symlinkat(text, root, path);

	if (result && errno == ENOENT && !sb_mounts_parents(root, path))
		result = symlinkat(text, root, path);
	return result && errno != EEXIST ? -1 : 0;
}

static int set_attributes(int tree, uint64_t attributes)
{
	struct mount_attr attr = {.attr_set = attributes};

	return mount_setattr(
		tree, "", AT_EMPTY_PATH | AT_RECURSIVE, &attr, sizeof(attr));
}

static uint64_t source_attributes(const struct sb_source *source)
{
	uint64_t attributes = MOUNT_ATTR_NOSUID;

	if (source->device)
		return attributes | MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOEXEC;
	attributes |= MOUNT_ATTR_NODEV;
	if (source->kind == SB_BIND_READ_ONLY)
		attributes |= MOUNT_ATTR_RDONLY;
	return attributes;
}

/* Clone the tree at SOURCE, see that it is what the supervisor saw, and take
 * from it what it shall not have. A detached tree, or -1 with errno. */
static int clone_source(const struct sb_source *source)
{
	struct stat st;
	int tree = open_tree(AT_FDCWD, source->path,
		OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE |
			AT_SYMLINK_NOFOLLOW);

	if (tree < 0)
		return -1;
	if (fstat(tree, &st) || st.st_dev != source->dev ||
		st.st_ino != source->ino) {
		(void)close(tree);
		errno = ESTALE;
		return -1;
	}
	return set_attributes(tree, source_attributes(source)) ? -1 : tree;
}

int sb_mounts_attach(int root, int tree, const char *target)
{
	int result =
		move_mount(tree, "", root, target, MOVE_MOUNT_F_EMPTY_PATH);
	int err = errno;

	(void)close(tree); /* the mount lives on */
	errno = err;
	return result;
}

/* An empty read-only folder over what an earlier bind shows there. */
static int hide(int root, const char *target)
{
	int tree = open_tree(root, "mnt", OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC);

	if (tree < 0 ||
		set_attributes(tree, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID |
					     MOUNT_ATTR_NODEV))
		return -1;
	return sb_mounts_attach(root, tree, target);
}

static int fails_at(struct sb_fail *why, const struct sb_source *source)
{
	sb_fails(why, "bind /");
	(void)strncat(why->step, source->target,
		sizeof(why->step) - sizeof("bind /"));
	return -1;
}

int sb_mounts_before_ids(const struct sb *box, struct sb_fail *why)
{
	if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL))
		return sb_fails(why, "mount MS_PRIVATE");
	for (size_t i = 0; i < box->source_count; i++) {
		const struct sb_source *source = &box->source[i];

		box->tree[i] = -1;
		if (source->link || source->kind == SB_BIND_EMPTY)
			continue;
		box->tree[i] = clone_source(source);
		if (box->tree[i] < 0 && errno != EACCES)
			return fails_at(why, source);
	}
	return 0;
}

static int add_source(int root, const struct sb_source *source, int tree)
{
	if (source->link)
		return make_link(root, source->target, source->link);
	if (source->kind == SB_BIND_EMPTY)
		return hide(root, source->target);
	if (tree < 0)
		tree = clone_source(source);
	if (tree < 0)
		return -1;
	/* Below an earlier bind the target is there already, read-only. */
	if (make_target(root, source->target, source->folder) &&
		errno != EROFS && errno != EACCES)
		return -1;
	return sb_mounts_attach(root, tree, source->target);
}

int sb_mounts_add(const struct sb *box, int root, struct sb_fail *why)
{
	for (size_t i = 0; i < box->source_count; i++)
		if (add_source(root, &box->source[i], box->tree[i]))
			return fails_at(why, &box->source[i]);
	return 0;
}
