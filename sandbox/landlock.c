/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Landlock: the same file rules once more, by another mechanism, under the
 * mounts and not instead of them.
 *
 * Theory of operation: everything the kernel's ABI can handle is handled, so
 * what no rule allows is denied: below "/" reading and executing; in the
 * workdir, /tmp, /dev/shm and what the operator opened for writing, all but
 * device nodes; in /dev writing to what is there. Scopes (ABI 6) keep signals
 * and abstract sockets inside. TCP is not handled: the network namespace has
 * nothing but the program's own loopback.
 *
 * Must: be entered after mounts. Must not: be skipped when the ABI is too low;
 * ABI 1 is required, what it has is reported.
 */

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "sandbox/layer.h"

/* Newer than the headers we may be built with. */
#ifndef LANDLOCK_ACCESS_FS_REFER
#define LANDLOCK_ACCESS_FS_REFER (1ULL << 13)
#endif
#ifndef LANDLOCK_ACCESS_FS_TRUNCATE
#define LANDLOCK_ACCESS_FS_TRUNCATE (1ULL << 14)
#endif
#ifndef LANDLOCK_ACCESS_FS_IOCTL_DEV
#define LANDLOCK_ACCESS_FS_IOCTL_DEV (1ULL << 15)
#endif
#define SCOPE_ABSTRACT_UNIX_SOCKET (1ULL << 0)
#define SCOPE_SIGNAL (1ULL << 1)

#define READ                                                                   \
	(LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE |           \
		LANDLOCK_ACCESS_FS_READ_DIR)
#define DEVICES                                                                \
	(LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_TRUNCATE |         \
		LANDLOCK_ACCESS_FS_IOCTL_DEV)
#define NODES (LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK)

/* landlock_create_ruleset's struct as ABI 6 has it. */
struct ruleset {
	uint64_t handled_access_fs;
	uint64_t handled_access_net;
	uint64_t scoped;
};

/* The file rights that a kernel of ABI handles. landlock(7). */
static uint64_t handled(int abi)
{
	uint64_t rights = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;

	if (abi >= 2)
		rights |= LANDLOCK_ACCESS_FS_REFER;
	if (abi >= 3)
		rights |= LANDLOCK_ACCESS_FS_TRUNCATE;
	if (abi >= 5)
		rights |= LANDLOCK_ACCESS_FS_IOCTL_DEV;
	return rights;
}

/* The scopes that it has. */
static uint64_t scoped(int abi)
{
	return abi >= 6 ? SCOPE_ABSTRACT_UNIX_SOCKET | SCOPE_SIGNAL : 0;
}

static int kernel_abi(void)
{
	return (int)syscall(SYS_landlock_create_ruleset, NULL, 0,
		LANDLOCK_CREATE_RULESET_VERSION);
}

static int landlock_prepare(struct sb *box, struct sb_fail *why)
{
	box->landlock_abi = kernel_abi();
	if (box->landlock_abi < 1)
		return sb_fails(why, "landlock_create_ruleset");
	return 0;
}

/* Allow RIGHTS below PATH. */
static int allow(int ruleset, const char *path, uint64_t rights)
{
	int fd = open(path, O_PATH | O_CLOEXEC);
	struct landlock_path_beneath_attr rule = {
		.allowed_access = rights, .parent_fd = fd};
	long result;
	int err;

	if (fd < 0)
		return -1;
	result = syscall(SYS_landlock_add_rule, ruleset,
		LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
	err = errno;
	(void)close(fd); /* the rule holds the inode */
	errno = err;
	return (int)result;
}

static int add_rules(const struct sb *box, int ruleset, uint64_t all)
{
	if (allow(ruleset, "/", READ & all) ||
		allow(ruleset, "/dev", DEVICES & all) ||
		allow(ruleset, SB_WORKDIR, all & ~NODES) ||
		allow(ruleset, "/tmp", all & ~NODES) ||
		allow(ruleset, "/dev/shm", all & ~NODES))
		return -1;
	for (size_t i = 0; i < box->spec->bind_count; i++) {
		const struct sb_bind *bind = &box->spec->bind[i];
		bool folder = true;

		if (bind->kind != SB_BIND_READ_WRITE)
			continue;
		for (size_t j = 0; j < box->source_count; j++)
			if (box->source[j].kind == bind->kind &&
				!strcmp(box->source[j].target, bind->path + 1))
				folder = box->source[j].folder;
		if (allow(ruleset, bind->path,
			    folder ? all & ~NODES
				   : all & (READ | DEVICES) &
					     ~LANDLOCK_ACCESS_FS_READ_DIR))
			return -1;
	}
	return 0;
}

static int landlock_enter(const struct sb *box, struct sb_fail *why)
{
	struct ruleset attr = {.handled_access_fs = handled(box->landlock_abi),
		.scoped = scoped(box->landlock_abi)};
	size_t size = box->landlock_abi >= 6   ? sizeof(attr)
		      : box->landlock_abi >= 4 ? 2 * sizeof(uint64_t)
					       : sizeof(uint64_t);
	int ruleset = (int)syscall(SYS_landlock_create_ruleset, &attr, size, 0);
	int result;

	if (ruleset < 0)
		return sb_fails(why, "landlock_create_ruleset");
	result = add_rules(box, ruleset, attr.handled_access_fs);
	if (result)
		sb_fails(why, "landlock_add_rule");
	else if ((result = (int)syscall(
			  SYS_landlock_restrict_self, ruleset, 0)))
		sb_fails(why, "landlock_restrict_self");
	(void)close(ruleset); /* in force, or refused */
	return result;
}

static void landlock_look(const struct sb *box, struct sb_seen *seen)
{
	(void)box;
	/* Without Landlock it is the capability that is missing: EPERM. */
	seen->in_force = mknod(SB_WORKDIR "/device", S_IFCHR, makedev(1, 3)) &&
			 errno == EACCES;
}

static bool landlock_detail(const struct sb *box, const struct sb_seen *seen,
	char *text, size_t size)
{
	(void)snprintf(text, size, "ABI %d%s%s", box->landlock_abi,
		scoped(box->landlock_abi) ? ", signals and sockets scoped" : "",
		seen->in_force ? "" : ", not in force");
	return seen->in_force;
}

static const char *landlock_remedy(const char *step, int err)
{
	if (err == EOPNOTSUPP)
		return "boot the kernel with landlock in its lsm= list";
	if (err == ENOSYS)
		return "a kernel of 5.13 or later with "
		       "CONFIG_SECURITY_LANDLOCK; in a container a seccomp "
		       "profile that allows landlock_create_ruleset";
	if (err == E2BIG && !strcmp(step, "landlock_restrict_self"))
		return "the kernel stacks no more than 16 of these: start "
		       "codeexec outside of the other sandboxes";
	return "";
}

const struct sb_layer layer_landlock = {
	.name = "landlock",
	.stage = SB_STAGE_PAYLOAD,
	.prepare = landlock_prepare,
	.enter = landlock_enter,
	.look = landlock_look,
	.detail = landlock_detail,
	.remedy = landlock_remedy,
};
