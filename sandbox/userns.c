/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The user namespace: one id inside, and no capability that means anything
 * outside.
 *
 * Theory of operation: the child of clone3 starts with no id mapped and all
 * capabilities over its own namespace. The supervisor maps the one id SB_ID:
 * to the same id of the host when it is root, to the caller's own otherwise;
 * the child then takes it. Root's own id is never mapped: RLIMIT_NPROC would
 * not be enforced for it.
 *
 * Root on a host with user namespaces switched off gets SB_USER_SETUID: the
 * same ids for real, keeping capabilities until the caps row drops them.
 *
 * Must: be the first row entered. Must not: leave supplementary groups when
 * they can be dropped (an ordinary user cannot, see setgroups in
 * user_namespaces(7)).
 */

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sandbox/file.h"
#include "sandbox/layer.h"

/* One line of uid_map(5)-like text: which of our ids are whose outside. */
struct extent {
	unsigned long inside;
	unsigned long outside;
	unsigned long count;
};

/* The extent of FILE (/proc/self/uid_map) that holds ID. False: not mapped. */
static bool find_extent(
	const char *file, unsigned long id, struct extent *extent)
{
	char text[4096];
	char *line = text;
	char *rest;

	if (file_text(file, text, sizeof(text)))
		return false;
	while ((line = strtok_r(line, "\n", &rest))) {
		extent->inside = strtoul(line, &line, 10);
		extent->outside = strtoul(line, &line, 10);
		extent->count = strtoul(line, &line, 10);
		if (id >= extent->inside && id - extent->inside < extent->count)
			return true;
		line = rest;
	}
	return false;
}

/* Is OWN, by another name, the host's root? /proc belongs to that one always,
 * however deep we are nested. */
static bool is_host_root(const char *file, unsigned long own)
{
	struct stat st;

	return !stat("/proc", &st) &&
	       (strstr(file, "uid_map") ? st.st_uid : st.st_gid) == own;
}

/*
 * Which of our ids SB_ID inside stands for: for root SB_ID, else our own OWN.
 * -1 when only the host's root would be left.
 */
static long outside_id(const char *file, unsigned long own)
{
	struct extent extent;

	if (own != 0)
		return is_host_root(file, own) ? -1 : (long)own;
	if (find_extent(file, SB_ID, &extent))
		return SB_ID;
	if (find_extent(file, own, &extent) && extent.outside != 0 &&
		!is_host_root(file, own))
		return (long)own;
	return -1;
}

enum sb_user sb_user(const struct sb_spec *spec)
{
	char text[32];

	if (spec->off)
		return SB_USER_HOST;
	if (geteuid() != 0)
		return SB_USER_USERNS;
	if (access("/proc/self/uid_map", F_OK) && errno == ENOENT)
		return SB_USER_SETUID;
	if (!file_text(
		    "/proc/sys/user/max_user_namespaces", text, sizeof(text)) &&
		strtol(text, NULL, 10) == 0)
		return SB_USER_SETUID;
	return SB_USER_USERNS;
}

/*
 * By /proc/PID the child is mapped and watched: in the /proc of another pid
 * namespace that is a stranger, or nobody.
 */
static int look_at_proc(struct sb_fail *why)
{
	char text[16];
	ssize_t len = readlink("/proc/self", text, sizeof(text) - 1);

	if (len < 0)
		return sb_fails(why, "readlink of /proc/self");
	text[len] = '\0';
	if (strtol(text, NULL, 10) == getpid())
		return 0;
	errno = 0;
	return sb_fails(why, "/proc shows another pid namespace");
}

static int userns_prepare(struct sb *box, struct sb_fail *why)
{
	if (box->user == SB_USER_HOST)
		return 0;
	if (look_at_proc(why))
		return -1;
	if (box->user == SB_USER_SETUID) {
		errno = ENOSPC; /* as clone3 would say */
		return box->outside_uid < 0
			       ? sb_fails(why,
					 "user namespaces are switched off")
			       : 0;
	}
	if (box->outside_uid < 0 || box->outside_gid < 0) {
		errno = 0;
		return sb_fails(why, "no id but root's can be mapped");
	}
	return 0;
}

void sb_find_ids(struct sb *box)
{
	struct extent extent;

	if (box->model) {
		box->user = box->model->user;
		box->outside_uid = box->model->outside_uid;
		box->outside_gid = box->model->outside_gid;
		return;
	}
	box->user = sb_user(box->spec);
	box->outside_uid = box->outside_gid = -1;
	if (box->user == SB_USER_USERNS) {
		box->outside_uid = outside_id("/proc/self/uid_map", geteuid());
		box->outside_gid = outside_id("/proc/self/gid_map", getegid());
	} else if (box->user == SB_USER_SETUID &&
		   find_extent("/proc/self/uid_map", SB_ID, &extent)) {
		box->outside_uid = box->outside_gid = SB_ID;
	}
}

static int write_map(int proc, const char *file, int64_t outside)
{
	char line[64];

	(void)snprintf(
		line, sizeof(line), "%d %lld 1\n", SB_ID, (long long)outside);
	return file_put_at(proc, file, line);
}

int sb_userns_map(const struct sb *box, struct sb_fail *why)
{
	char path[32];
	int proc;
	int result = 0;

	if (!sb_has(box, ROW_USERNS) || box->user != SB_USER_USERNS)
		return 0;
	(void)snprintf(path, sizeof(path), "/proc/%d", box->init);
	proc = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (proc < 0)
		return sb_fails(why, "open /proc of the child");
	if (geteuid() != 0 && file_put_at(proc, "setgroups", "deny"))
		result = sb_fails(why, "write setgroups");
	else if (write_map(proc, "gid_map", box->outside_gid))
		result = sb_fails(why, "write gid_map");
	else if (write_map(proc, "uid_map", box->outside_uid))
		result = sb_fails(why, "write uid_map");
	(void)close(proc);
	return result;
}

/* Take back into effect what keeping capabilities left permitted. */
static int raise_capabilities(struct sb_fail *why)
{
	struct __user_cap_header_struct header = {
		.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct data[2];

	if (syscall(SYS_capget, &header, data))
		return sb_fails(why, "capget");
	data[0].effective = data[0].permitted;
	data[1].effective = data[1].permitted;
	if (syscall(SYS_capset, &header, data))
		return sb_fails(why, "capset");
	return 0;
}

/* Supplementary groups stay only where the namespace denies dropping them, as
 * an ordinary user's does. */
static int drop_groups(void)
{
	char text[16];
	int err;

	if (!syscall(SYS_setgroups, 0, NULL))
		return 0;
	err = errno;
	if (file_text("/proc/self/setgroups", text, sizeof(text)))
		text[0] = '\0';
	errno = err;
	return strncmp(text, "deny", 4) ? -1 : 0;
}

static int userns_enter(const struct sb *box, struct sb_fail *why)
{
	(void)box;
	if (drop_groups())
		return sb_fails(why, "setgroups");
	if (prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0))
		return sb_fails(why, "prctl PR_SET_KEEPCAPS");
	/* The raw calls: glibc's would signal threads that are not there. */
	if (syscall(SYS_setresgid, SB_ID, SB_ID, SB_ID))
		return sb_fails(why, "setresgid");
	if (syscall(SYS_setresuid, SB_ID, SB_ID, SB_ID))
		return sb_fails(why, "setresuid");
	return raise_capabilities(why);
}

static void userns_look(const struct sb *box, struct sb_seen *seen)
{
	struct extent extent = {0};

	(void)box;
	if (find_extent("/proc/self/uid_map", SB_ID, &extent))
		seen->outside_uid =
			(unsigned)(extent.outside + SB_ID - extent.inside);
	seen->in_force = getuid() == SB_ID && getgid() == SB_ID;
}

static bool userns_detail(const struct sb *box, const struct sb_seen *seen,
	char *text, size_t size)
{
	bool own = seen->in_force &&
		   (box->user == SB_USER_SETUID ||
			   seen->outside_uid == box->outside_uid);

	if (!own)
		(void)snprintf(text, size, "the ids are not %d", SB_ID);
	else if (box->user == SB_USER_SETUID)
		(void)snprintf(text, size,
			"switched off on this host; as root the ids are "
			"dropped to %d without it",
			SB_ID);
	else
		(void)snprintf(text, size, "%d inside is %u outside", SB_ID,
			seen->outside_uid);
	return own;
}

static const char *userns_remedy(const char *step, int err)
{
	char text[32];

	if (!strncmp(step, "/proc shows", 11))
		return "mount a /proc of the pid namespace that codeexec is in "
		       "(bwrap --proc /proc, unshare --mount-proc)";
	if (!strncmp(step, "readlink of /proc", 17))
		return "mount a /proc (mount -t proc proc /proc)";
	if (!strncmp(step, "no id", 5))
		return "map id 65534 into the user namespace that codeexec is "
		       "started in, or start it as an ordinary user";
	if (err == EROFS)
		return "a /proc that can be written (mount -o remount,rw "
		       "/proc)";
	if (err == EPERM && !geteuid() && !strncmp(step, "write ", 6))
		return "give root CAP_SETUID, CAP_SETGID and CAP_SETFCAP "
		       "(docker run --cap-add; bwrap --cap-add), or start "
		       "codeexec as an ordinary user";
	if (err == ENOSPC)
		return "sysctl user.max_user_namespaces=10000";
	if (!file_text("/proc/sys/kernel/unprivileged_userns_clone", text,
		    sizeof(text)) &&
		text[0] == '0')
		return "sysctl kernel.unprivileged_userns_clone=1";
	if (err == EINVAL && !strcmp(step, "clone3"))
		return "a kernel with CONFIG_USER_NS";
	return "";
}

const struct sb_layer layer_userns = {
	.name = "userns",
	.stage = SB_STAGE_INIT,
	.clone_flags = CLONE_NEWUSER,
	.prepare = userns_prepare,
	.enter = userns_enter,
	.look = userns_look,
	.detail = userns_detail,
	.remedy = userns_remedy,
};
