/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The cgroup of a box: memory, processes and CPU time of a run as a whole.
 *
 * Theory of operation: where a writable cgroup v2 with the memory controller is
 * found (the host's for root, a delegated one for a user), a folder in it is
 * made and the child is born there (CLONE_INTO_CGROUP). Else the v1
 * controllers, which the child moves itself into before it does anything. Else
 * there is none, and the watchdog takes over; which one it is, is said in
 * every result. What was chosen must then work, or the run is refused.
 *
 * Must: be prepared before clone3. Must not: touch limits of a cgroup that it
 * has not made.
 */

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "sandbox/cgroup_place.h"
#include "sandbox/file.h"
#include "sandbox/layer.h"

/* How long a cgroup may stay busy after its last process was reaped. */
#define REMOVE_TRIES 200
#define REMOVE_PAUSE_NS 500000

/* How our cgroups are called: after the pid namespace that our pid is of, since
 * containers may share a hierarchy, and our pid. */
static void name_prefix(struct sb *box)
{
	struct stat st;
	bool known = !stat("/proc/self/ns/pid", &st);

	(void)snprintf(box->cgroup_prefix, sizeof(box->cgroup_prefix),
		"codeexec-%llu-", known ? (unsigned long long)st.st_ino : 0ULL);
}

/* Remove from PATH relative to AT what sb_cgroup_sweep() is for, and first what
 * is of it within that.
 * NOLINTNEXTLINE(misc-no-recursion) as deep as we make them: two */
static void sweep(int at, const char *path, const char *prefix)
{
	DIR *dir = file_folder_at(at, path);
	const struct dirent *entry;
	const size_t len = strlen(prefix);

	while (dir && (entry = readdir(dir))) {
		long pid;

		if (strncmp(entry->d_name, prefix, len) != 0)
			continue;
		pid = strtol(entry->d_name + len, NULL, 10);
		if (pid <= 0 || !kill((pid_t)pid, 0) || errno != ESRCH ||
			!unlinkat(dirfd(dir), entry->d_name, AT_REMOVEDIR))
			continue;
		sweep(dirfd(dir), entry->d_name, prefix);
		(void)unlinkat(dirfd(dir), entry->d_name, AT_REMOVEDIR);
	}
	if (dir)
		(void)closedir(dir); /* only read */
}

/* A folder of cgroups has a link from itself, one from above, and one from each
 * within. */
static bool is_alone(const struct sb_cgroup *cgroup)
{
	struct stat place;

	return !fstatat(cgroup->dir_fd, "..", &place, 0) && place.st_nlink == 3;
}

void sb_cgroup_sweep(const struct sb *box)
{
	for (int i = 0; i < CG_COUNT; i++) {
		const struct sb_cgroup *cgroup = &box->cgroup[i];

		if (cgroup->dir_fd >= 0 && !is_alone(cgroup))
			sweep(cgroup->dir_fd, "..", box->cgroup_prefix);
	}
}

/* A new folder below PLACE, opened. */
static int make(struct sb *box, enum sb_controller controller,
	const char *place, struct sb_fail *why)
{
	struct sb_cgroup *cgroup = &box->cgroup[controller];

	if (!*box->cgroup_prefix)
		name_prefix(box);
	if (asprintf(&cgroup->path, "%s/%s%d-%lld", place, box->cgroup_prefix,
		    (int)getpid(), (long long)sb_now_us()) < 0) {
		cgroup->path = NULL;
		return sb_fails(why, "memory for a path");
	}
	if (mkdir(cgroup->path, 0755)) {
		sb_fails(why, "mkdir of a cgroup");
		free(cgroup->path);
		cgroup->path = NULL;
		return -1;
	}
	cgroup->dir_fd = open(cgroup->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return cgroup->dir_fd < 0 ? sb_fails(why, "open of a cgroup") : 0;
}

/* Write VALUE to FILE of CGROUP; a file that does not exist is passed over
 * when OPTIONAL. */
static int put(const struct sb_cgroup *cgroup, const char *file,
	long long value, bool optional, struct sb_fail *why)
{
	char text[32];

	(void)snprintf(text, sizeof(text), "%lld", value);
	if (!file_put_at(cgroup->dir_fd, file, text))
		return 0;
	if (optional && errno == ENOENT)
		return 0;
	return sb_fails(why, file);
}

/* Let the program's id make children in CGROUP: who forks a box is not us. */
static int give(const struct sb *box, const struct sb_cgroup *cgroup,
	struct sb_fail *why)
{
	if (geteuid() == 0 &&
		fchownat(cgroup->dir_fd, "cgroup.procs",
			(uid_t)box->outside_uid, (gid_t)box->outside_gid, 0))
		return sb_fails(why, "fchownat cgroup.procs");
	return 0;
}

/* A folder for a warm program's cgroup and for those of the boxes that are
 * forked from it: it takes the right to write to one above both. */
static int make_nest(struct sb *box, const char *place, struct sb_fail *why)
{
	struct sb_cgroup *nest = &box->cgroup[CG_NEST];

	if (make(box, CG_NEST, place, why) || give(box, nest, why))
		return -1;
	if (file_put_at(nest->dir_fd, "cgroup.subtree_control", "+memory"))
		return sb_fails(why, "cgroup.subtree_control");
	/* Without, RLIMIT_NPROC is there. */
	(void)file_put_at(nest->dir_fd, "cgroup.subtree_control", "+pids");
	return 0;
}

static int prepare_v2(struct sb *box, const char *place, struct sb_fail *why)
{
	const struct sb_spec *spec = box->spec;
	const struct sb_limits *limits = &spec->limits;
	struct sb_cgroup *cgroup = &box->cgroup[CG_MEMORY];

	box->memory = SB_MEMORY_CGROUP2;
	if (spec->warm_fd && make_nest(box, place, why))
		return -1;
	if (spec->warm_fd)
		place = box->cgroup[CG_NEST].path;
	if (make(box, CG_MEMORY, place, why) ||
		(box->model && give(box, cgroup, why)) ||
		put(cgroup, "memory.max", limits->memory_bytes, false, why) ||
		put(cgroup, "memory.oom.group", 1, true, why) ||
		put(cgroup, "memory.swap.max", 0, true, why) ||
		put(cgroup, "pids.max", limits->processes, true, why))
		return -1;
	box->pids_counted = box->user == SB_USER_SETUID &&
			    !faccessat(cgroup->dir_fd, "pids.max", F_OK, 0);
	return 0;
}

/* A v1 cgroup in PLACE, and the way in. */
static int make_v1(struct sb *box, enum sb_controller controller,
	const char *place, struct sb_fail *why)
{
	struct sb_cgroup *cgroup = &box->cgroup[controller];

	if (make(box, controller, place, why))
		return -1;
	cgroup->tasks_fd =
		openat(cgroup->dir_fd, "tasks", O_WRONLY | O_CLOEXEC);
	return cgroup->tasks_fd < 0 ? sb_fails(why, "open of tasks") : 0;
}

/* MEMORY_PLACE is the one for the memory controller. */
static int prepare_v1(struct sb *box, struct cgroup_map *map,
	const char *memory_place, struct sb_fail *why)
{
	const struct sb_limits *limits = &box->spec->limits;
	struct sb_cgroup *memory = &box->cgroup[CG_MEMORY];
	struct sb_cgroup *pids = &box->cgroup[CG_PIDS];
	char place[PATH_MAX];

	box->memory = SB_MEMORY_CGROUP1;
	if (make_v1(box, CG_MEMORY, memory_place, why))
		return -1;
	for (enum sb_controller i = CG_MEMORY + 1; i < CG_NEST; i++) {
		/* In a user namespace of its own RLIMIT_NPROC counts the run;
		 * a cgroup more would cost a third of a millisecond. */
		if (i == CG_PIDS && box->user == SB_USER_USERNS)
			continue;
		if (!cgroup_place_v1(box, map, i, place) &&
			make_v1(box, i, place, why))
			return -1;
	}
	if (put(memory, "memory.limit_in_bytes", limits->memory_bytes, false,
		    why) ||
		put(memory, "memory.memsw.limit_in_bytes", limits->memory_bytes,
			true, why) ||
		put(memory, "memory.kmem.tcp.limit_in_bytes",
			limits->memory_bytes, true, why))
		return -1;
	if (pids->dir_fd >= 0 &&
		put(pids, "pids.max", limits->processes, false, why))
		return -1;
	box->pids_counted = pids->dir_fd >= 0;
	return 0;
}

static int cgroup_prepare(struct sb *box, struct sb_fail *why)
{
	struct cgroup_map map = {0};
	char place[PATH_MAX];
	int result = 0;

	if (!box->model && cgroup_map_read(&map))
		return sb_fails(why, "read of /proc/self/cgroup");
	if (!cgroup_place_v2(box, &map, place))
		result = prepare_v2(box, place, why);
	else if (!cgroup_place_v1(box, &map, CG_MEMORY, place))
		result = prepare_v1(box, &map, place, why);
	else
		box->memory = SB_MEMORY_WATCHDOG;
	errno = map.failed;
	if (!result && map.failed)
		result = sb_fails(why, "read of /proc/self/mountinfo");
	cgroup_map_free(&map);
	return result;
}

/*
 * Init moves itself, by a file that the supervisor has opened. Moving another
 * process takes a lock that waits for every processor, ten milliseconds and
 * more; a thread that moves itself does without.
 */
static int cgroup_before_ids(const struct sb *box, struct sb_fail *why)
{
	for (int i = 0; i < CG_COUNT; i++)
		if (box->cgroup[i].tasks_fd >= 0 &&
			file_write(box->cgroup[i].tasks_fd, "0", 1))
			return sb_fails(why, "tasks");
	return 0;
}

/* The number behind KEY at the start of a line of FILE; -1 when there is
 * none. */
static long long value_of(
	const struct sb_cgroup *cgroup, const char *file, const char *key)
{
	char text[1024];
	const char *line = text;
	size_t len = strlen(key);

	if (cgroup->dir_fd < 0 ||
		file_text_at(cgroup->dir_fd, file, text, sizeof(text)))
		return -1;
	while (line && strncmp(line, key, len) != 0) {
		line = strchr(line, '\n');
		if (line)
			line++;
	}
	return line ? strtoll(line + len, NULL, 10) : -1;
}

int64_t sb_cgroup_cpu_ms(const struct sb *box)
{
	long long used;

	if (box->memory == SB_MEMORY_CGROUP2) {
		used = value_of(
			&box->cgroup[CG_MEMORY], "cpu.stat", "usage_usec ");
		return used < 0 ? -1 : used / 1000;
	}
	used = value_of(&box->cgroup[CG_CPU], "cpuacct.usage", "");
	return used < 0 ? -1 : used / 1000000;
}

bool sb_cgroup_oom(const struct sb *box)
{
	const struct sb_cgroup *memory = &box->cgroup[CG_MEMORY];

	if (box->memory == SB_MEMORY_CGROUP2)
		return value_of(memory, "memory.events", "oom_kill ") > 0;
	if (box->memory == SB_MEMORY_CGROUP1)
		return value_of(memory, "memory.oom_control", "oom_kill ") > 0;
	return false;
}

static void remove_cgroup(struct sb_cgroup *cgroup)
{
	const struct timespec pause = {.tv_nsec = REMOVE_PAUSE_NS};

	fds_close(&cgroup->dir_fd, 1);
	fds_close(&cgroup->tasks_fd, 1); /* init has written */
	if (!cgroup->path)
		return;
	for (int i = 0;
		i < REMOVE_TRIES && rmdir(cgroup->path) && errno == EBUSY; i++)
		(void)nanosleep(&pause, NULL); /* a try more or less */
	free(cgroup->path);
	cgroup->path = NULL;
}

static void cgroup_release(struct sb *box)
{
	for (int i = 0; i < CG_COUNT; i++)
		remove_cgroup(&box->cgroup[i]);
}

static void cgroup_look(const struct sb *box, struct sb_seen *seen)
{
	const char *path = box->cgroup[CG_MEMORY].path;
	char text[8192];

	seen->in_force =
		!path || (!file_text("/proc/self/cgroup", text, sizeof(text)) &&
				 strstr(text, strrchr(path, '/')));
}

static bool cgroup_detail(const struct sb *box, const struct sb_seen *seen,
	char *text, size_t size)
{
	static const char *const words[] = {
		[SB_MEMORY_NONE] = "none",
		[SB_MEMORY_WATCHDOG] =
			("none is writable: limits per process, and a watchdog "
			 "over the sum"),
		[SB_MEMORY_CGROUP1] = "v1: memory of a run as a whole",
		[SB_MEMORY_CGROUP2] = "v2: memory of a run as a whole",
	};

	(void)snprintf(text, size, "%s%s", words[box->memory],
		seen->in_force ? "" : ", and this one is not in it");
	return seen->in_force;
}

static const char *cgroup_remedy(const char *step, int err)
{
	if (!strncmp(step, "read of /proc", 13) && err == ENOENT)
		return "mount a /proc (mount -t proc proc /proc)";
	if (err == EROFS || err == EACCES || err == EPERM)
		return "delegate a cgroup (systemd: Delegate=yes) or mount it "
		       "read-only for codeexec to do without";
	if (!strcmp(step, "clone3") && err == EOPNOTSUPP)
		return "a cgroup that is not threaded (cgroup.type) for "
		       "codeexec to be in";
	if (!strncmp(step, "mkdir", 5) && err == EAGAIN)
		return "raise cgroup.max.descendants and cgroup.max.depth of "
		       "the cgroup that codeexec is in and of those above";
	if (!strncmp(step, "mkdir", 5) && err == ENOSPC)
		return "remove cgroups that are not in use: the kernel has no "
		       "more of them";
	if (!strncmp(step, "memory.", 7) && err == ENOENT)
		return "hand the memory controller down: +memory in "
		       "cgroup.subtree_control of the cgroup that codeexec is "
		       "in";
	return "";
}

const struct sb_layer layer_cgroup = {
	.name = "cgroup",
	.stage = SB_STAGE_NONE,
	.prepare = cgroup_prepare,
	.before_ids = cgroup_before_ids,
	.release = cgroup_release,
	.look = cgroup_look,
	.detail = cgroup_detail,
	.remedy = cgroup_remedy,
};
