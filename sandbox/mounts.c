/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The file system: a root made of nothing, with what a run needs and no more.
 *
 * Theory of operation: one tmpfs, bounded in bytes and inodes, becomes the
 * root. Sources were looked at by the supervisor; before the ids are taken,
 * while the caller's own right to walk paths is there, each is cloned, its
 * identity compared with what the supervisor saw, and made read-only (nosuid
 * and nodev always; flags that the host has locked stay). They are attached
 * once all files that the sandbox itself makes are there: into a bind nothing
 * is written. /proc is new and shows this pid namespace only; where the host
 * forbids a new one it stays an empty folder, and the host's is never shown.
 * The workdir, /tmp and /dev/shm are folders of the same tmpfs, bound over
 * themselves so that they stay writable when the root turns read-only.
 * pivot_root, and the old root is gone.
 *
 * Must: be entered before Landlock, and be done before the program's process
 * goes on from where it meets init. Must not: follow anything a program could
 * have made.
 */

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "sandbox/file.h"
#include "sandbox/layer.h"
#include "sandbox/mounts.h"

/* A file takes at least a page; folders and links take an inode alone. */
#define BYTES_PER_INODE 4096
#define ROOT_INODES 256
#define ROOT_BYTES (256 << 10)

/* A number as decimal text; snprintf is not async-signal-safe. */
static const char *decimal(uint64_t value, char text[24])
{
	char *at = text + 23;

	*at = '\0';
	do
		*--at = (char)('0' + value % 10);
	while (value /= 10);
	return at;
}

static int set(int fs, const char *key, const char *value)
{
	return fsconfig(fs, FSCONFIG_SET_STRING, key, value, 0);
}

/* The mount of a file system whose options are set, or -1. Takes FS. */
static int finish_fs(int fs, unsigned attributes)
{
	int mount = -1;
	int err;

	if (!fsconfig(fs, FSCONFIG_CMD_CREATE, NULL, NULL, 0))
		mount = fsmount(fs, FSMOUNT_CLOEXEC, attributes);
	err = errno;
	(void)close(fs); /* configuration only */
	errno = err;
	return mount;
}

static int new_root(const struct sb *box, struct sb_fail *why)
{
	uint64_t bytes = (uint64_t)box->spec->limits.workdir_bytes;
	char size[24];
	char inodes[24];
	int root;
	int fs = fsopen("tmpfs", FSOPEN_CLOEXEC);

	if (fs < 0)
		return sb_fails(why, "fsopen tmpfs");
	if (set(fs, "size", decimal(bytes + ROOT_BYTES, size)) ||
		set(fs, "nr_inodes",
			decimal(bytes / BYTES_PER_INODE + ROOT_INODES,
				inodes)) ||
		set(fs, "mode", "0755")) {
		sb_fails(why, "fsconfig tmpfs");
		(void)close(fs); /* configuration only */
		return -1;
	}
	root = finish_fs(fs, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV);
	if (root < 0)
		return sb_fails(why, "fsmount tmpfs");
	/* Over "/": the old root still answers to paths, ROOT to the new. */
	if (move_mount(root, "", AT_FDCWD, "/", MOVE_MOUNT_F_EMPTY_PATH))
		return sb_fails(why, "move_mount tmpfs");
	return root;
}

/* A new /proc of this pid namespace; where that is forbidden, an empty
 * folder. */
static int add_proc(const struct sb *box, int root, struct sb_fail *why)
{
	/* A warm program writes the id maps of its children. */
	unsigned read_only = box->spec->warm_fd ? 0 : MOUNT_ATTR_RDONLY;
	int mount;
	int fs;

	if (mkdirat(root, "proc", 0555))
		return sb_fails(why, "mkdir proc");
	fs = fsopen("proc", FSOPEN_CLOEXEC);
	if (fs < 0)
		return sb_fails(why, "fsopen proc");
	if (set(fs, "subset", "pid") || set(fs, "hidepid", "ptraceable")) {
		sb_fails(why, "fsconfig proc");
		(void)close(fs); /* configuration only */
		return -1;
	}
	mount = finish_fs(fs, read_only | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV |
				      MOUNT_ATTR_NOEXEC);
	if (mount < 0 && errno == EPERM)
		return 0; /* "VFS: Mount too revealing": see the head */
	if (mount < 0)
		return sb_fails(why, "fsmount proc");
	if (sb_mounts_attach(root, mount, "proc"))
		return sb_fails(why, "move_mount proc");
	return 0;
}

/* Bind the folder NAME of ROOT over itself, so that it has flags of its own. */
static int add_writable(
	int root, const char *name, mode_t mode, struct sb_fail *why)
{
	int tree;

	if (mkdirat(root, name, mode))
		return sb_fails(why, "mkdir of a writable folder");
	tree = open_tree(root, name, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC);
	if (tree < 0)
		return sb_fails(why, "open_tree of a writable folder");
	if (sb_mounts_attach(root, tree, name))
		return sb_fails(why, "move_mount of a writable folder");
	return 0;
}

static int add_links(int root, struct sb_fail *why)
{
	static const char *const links[][2] = {{"/proc/self/fd", "dev/fd"},
		{"/proc/self/fd/0", "dev/stdin"},
		{"/proc/self/fd/1", "dev/stdout"},
		{"/proc/self/fd/2", "dev/stderr"}};

	for (size_t i = 0; i < sizeof(links) / sizeof(*links); i++)
		if (symlinkat(links[i][0], root, links[i][1]))
			return sb_fails(why, "symlink in /dev");
	return 0;
}

static int make_file(int root, const char *path)
{
	return openat(
		root, path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644);
}

int sb_mounts_file(int dir, const char *path)
{
	int fd = make_file(dir, path);

	if (fd < 0 && errno == ENOENT && !sb_mounts_parents(dir, path))
		fd = make_file(dir, path);
	return fd;
}

static int put_file(int root, const char *path, const void *data, size_t len)
{
	int fd = sb_mounts_file(root, path);
	int result;
	int err;

	if (fd < 0)
		return -1;
	result = file_write(fd, data, len);
	err = errno;
	(void)close(fd); /* a tmpfs has nothing left to say */
	errno = err;
	return result;
}

static int put_files(int dir, const struct sb_file *file, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (put_file(dir, file[i].path, file[i].data, file[i].len))
			return -1;
	return 0;
}

static int add_files(const struct sb *box, int root, struct sb_fail *why)
{
	const struct sb_spec *spec = box->spec;
	int workdir;

	for (size_t i = 0; i < sb_etc_count; i++)
		if (put_file(root, sb_etc[i].path, sb_etc[i].text,
			    strlen(sb_etc[i].text)))
			return sb_fails(why, "write in /etc");
	if (put_files(root, spec->root_file, spec->root_file_count))
		return sb_fails(why, "write in the root");
	workdir =
		openat(root, &SB_WORKDIR[1], O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (spec->waits ? mkfifoat(workdir, spec->file[0].path, 0644)
			: put_files(workdir, spec->file, spec->file_count))
		return sb_fails(why, "write in the workdir");
	(void)close(workdir);
	return 0;
}

static int pivot(int root, struct sb_fail *why)
{
	struct mount_attr read_only = {.attr_set = MOUNT_ATTR_RDONLY};

	if (mount_setattr(
		    root, "", AT_EMPTY_PATH, &read_only, sizeof(read_only)))
		return sb_fails(why, "mount_setattr read-only root");
	if (fchdir(root))
		return sb_fails(why, "fchdir to the new root");
	if (syscall(SYS_pivot_root, ".", "."))
		return sb_fails(why, "pivot_root");
	if (umount2(".", MNT_DETACH))
		return sb_fails(why, "umount2 of the old root");
	if (chdir("/"))
		return sb_fails(why, "chdir to the new root");
	(void)close(root);
	return 0;
}

static int mounts_enter(const struct sb *box, struct sb_fail *why)
{
	mode_t mask = umask(0); /* modes are what they are called with */
	int root;

	root = new_root(box, why);
	if (root < 0)
		return -1;
	if (mkdirat(root, "mnt", 0555) || mkdirat(root, "dev", 0755))
		return sb_fails(why, "mkdir in the new root");
	/* Writable folders first: what the operator binds may lie in them. And
	 * all that is written, or it might be written into the host's. */
	if (add_writable(root, &SB_WORKDIR[1], 0755, why) ||
		add_writable(root, "tmp", 01777, why) ||
		add_writable(root, "dev/shm", 01777, why) ||
		add_files(box, root, why) || add_links(root, why) ||
		sb_mounts_add(box, root, why) || add_proc(box, root, why))
		return -1;
	(void)umask(mask);
	return pivot(root, why);
}

static void mounts_look(const struct sb *box, struct sb_seen *seen)
{
	struct statfs st = {0};

	(void)box;
	seen->in_force = !statfs("/", &st) && st.f_type == TMPFS_MAGIC &&
			 st.f_blocks && (st.f_flags & ST_RDONLY);
}

static bool mounts_detail(const struct sb *box, const struct sb_seen *seen,
	char *text, size_t size)
{
	(void)snprintf(text, size, "%s, %s",
		seen->in_force ? "read-only root of a bounded tmpfs"
			       : "the root is no bounded, read-only tmpfs",
		box->empty_proc ? "empty /proc: this host forbids a new one"
				: "own /proc");
	return seen->in_force;
}

static const char *mounts_remedy(const char *step, int err)
{
	if (!strncmp(step, "bind /dev/", 10) &&
		(err == ENOENT || err == ENODEV))
		return "a /dev that has null, zero, full, random and urandom";
	if (err == ENOSYS)
		return "a kernel of 5.12 or later (mount_setattr)";
	if (!strncmp(step, "bind /", 6) && err == ESTALE)
		return "the path changed while the run was set up: run it "
		       "again";
	if (!strncmp(step, "bind /", 6) && err == ENOENT)
		return "the policy names a path that is not there: "
		       "filesystem.read_only, read_write or prefix";
	if (!strncmp(step, "bind /", 6) && err == EACCES)
		return "the path must be open to the id that the program has "
		       "(65534 when codeexec is root)";
	if (!strncmp(step, "mount MS", 8) && !sb_apparmor_restricts())
		return "in a container: an AppArmor profile that allows mount "
		       "(docker run --security-opt apparmor=unconfined)";
	if (err == ENOSPC && !strcmp(step, "clone3"))
		return "sysctl user.max_mnt_namespaces=10000";
	if (err == ENOSPC && !strncmp(step, "write in", 8))
		return "raise limits.workdir: the files of the request do not "
		       "fit";
	if (err == ENOSPC)
		return "raise the sysctl fs.mount-max";
	if (err == ENODEV)
		return "a kernel with CONFIG_TMPFS and CONFIG_PROC_FS";
	if (!strcmp(step, "pivot_root") && err == EINVAL)
		return "codeexec cannot run directly on an initramfs: "
		       "switch_root first";
	return "";
}

const struct sb_layer layer_mounts = {
	.name = "mounts",
	.stage = SB_STAGE_INIT_BESIDE,
	.clone_flags = CLONE_NEWNS,
	.prepare = sb_mounts_prepare,
	.before_ids = sb_mounts_before_ids,
	.enter = mounts_enter,
	.release = sb_mounts_release,
	.look = mounts_look,
	.detail = mounts_detail,
	.remedy = mounts_remedy,
};
