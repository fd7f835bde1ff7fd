/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The watch over a running box: limits that hold for all its processes
 * together.
 *
 * Theory of operation: what a cgroup counts is read from its counters. For what
 * none does, the processes are summed: from a /proc of the box that init handed
 * over, or from the host's, following parents up to init, where a new /proc is
 * forbidden. Resident pages are cheap to read and count shared ones several
 * times; only when they are over the limit are proportional ones read. Page
 * tables, what lies in the tmpfs, and what sockets and pipes may hold count as
 * well.
 *
 * It is a back-stop with a tick: what is allocated within one is seen at the
 * next.
 */

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "sandbox/file.h"
#include "sandbox/layer.h"
#include "sandbox/watch_pipes.h"

#define PROCESSES_MAX 8192
/* net.core.wmem_default; SO_SNDBUF and SO_RCVBUF change nothing. */
#define SOCKET_BYTES ((int64_t)208 << 10)
/* A process this large can hide memory in its page tables. */
#define LARGE_BYTES ((int64_t)1 << 30)

struct process {
	pid_t pid;
	pid_t parent;
	pid_t thread; /* one that has the memory: its leader may be gone */
	long threads;
	bool inside;
	int64_t rss_bytes;
	int64_t virtual_bytes;
	int64_t ticks; /* CPU, its own and of the children it waited for */
	int64_t files; /* that it has open, at most */
};

struct sum {
	struct process *process; /* owned */
	size_t count;
	int dir; /* of the /proc that is read */
};

/* The fields of /proc/PID/stat behind the name, from state on. proc(5). */
static bool parse_stat(const char *text, struct process *process)
{
	long utime;
	long stime;
	long cutime;
	long cstime;
	unsigned long size;
	long rss;
	const char *at = strrchr(text, ')');

	/* The kernel's own numbers are none too large for their types.
	 * NOLINTNEXTLINE(cert-err34-c) */
	if (!at || sscanf(at + 2,
			   "%*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld "
			   "%ld %ld %*d %*d %ld %*d %*u %lu %ld",
			   &process->parent, &utime, &stime, &cutime, &cstime,
			   &process->threads, &size, &rss) != 8)
		return false;
	process->ticks = utime + stime + cutime + cstime;
	process->virtual_bytes = (int64_t)size;
	process->rss_bytes = rss * sysconf(_SC_PAGESIZE);
	return true;
}

/* A leader that has ended shows no memory, which its threads still have. */
static void find_thread(const struct sum *sum, struct process *process)
{
	const struct dirent *entry;
	struct process other;
	char path[300];
	char text[1024];
	DIR *dir;

	(void)snprintf(path, sizeof(path), "%d/task", process->pid);
	dir = file_folder_at(sum->dir, path);
	if (!dir)
		return;
	while (!process->virtual_bytes && (entry = readdir(dir))) {
		if (entry->d_name[0] < '1' || entry->d_name[0] > '9')
			continue;
		(void)snprintf(path, sizeof(path), "%d/task/%s/stat",
			process->pid, entry->d_name);
		if (file_text_at(sum->dir, path, text, sizeof(text)) ||
			!parse_stat(text, &other) || !other.virtual_bytes)
			continue;
		process->thread = (pid_t)strtol(entry->d_name, NULL, 10);
		process->virtual_bytes = other.virtual_bytes;
		process->rss_bytes = other.rss_bytes;
	}
	(void)closedir(dir); /* only read */
}

static void read_processes(struct sum *sum, DIR *dir)
{
	const struct dirent *entry;
	char path[300];
	char text[1024];

	while ((entry = readdir(dir)) && sum->count < PROCESSES_MAX) {
		struct process *process = &sum->process[sum->count];

		if (entry->d_name[0] < '1' || entry->d_name[0] > '9')
			continue;
		(void)snprintf(path, sizeof(path), "%s/stat", entry->d_name);
		process->pid = (pid_t)strtol(entry->d_name, NULL, 10);
		process->inside = false;
		if (file_text_at(sum->dir, path, text, sizeof(text)) ||
			!parse_stat(text, process))
			continue;
		process->thread = process->pid;
		if (!process->virtual_bytes && process->threads > 1)
			find_thread(sum, process);
		sum->count++;
	}
}

/* Is PROCESS init, or the child of one that is known to be inside? */
static bool descends(
	const struct sum *sum, const struct process *process, pid_t init)
{
	if (process->pid == init)
		return true;
	for (size_t i = 0; i < sum->count; i++)
		if (sum->process[i].inside &&
			sum->process[i].pid == process->parent)
			return true;
	return false;
}

/* Mark what descends from INIT in the host's /proc. */
static void mark_descendants(struct sum *sum, pid_t init)
{
	bool again = true;

	while (again) {
		again = false;
		for (size_t i = 0; i < sum->count; i++) {
			struct process *process = &sum->process[i];

			if (process->inside || !descends(sum, process, init))
				continue;
			process->inside = true;
			again = true;
		}
	}
}

/* The number of kB behind KEY in FILE of PROCESS, in bytes; -1 = none. */
static int64_t kilobytes(const struct sum *sum, const struct process *process,
	const char *file, const char *key)
{
	char path[64];
	char text[4096];
	const char *at;

	(void)snprintf(path, sizeof(path), "%d/task/%d/%s", process->pid,
		process->thread, file);
	if (file_text_at(sum->dir, path, text, sizeof(text)))
		return -1;
	at = strstr(text, key);
	return at ? strtoll(at + strlen(key), NULL, 10) * 1024 : -1;
}

static int64_t tmpfs_bytes(const struct sb *box)
{
	struct statfs st;

	if (box->root_fd < 0 || fstatfs(box->root_fd, &st))
		return 0;
	return (int64_t)(st.f_blocks - st.f_bfree) * st.f_bsize;
}

/*
 * Has PROCESS given its memory and its files back since it was read? Of many
 * that end at once the resident pages would be counted, shared ones each time,
 * and honest work be taken for a bomb.
 */
static bool has_ended(const struct sum *sum, const struct process *process)
{
	struct process now;
	char path[64];
	char text[1024];

	(void)snprintf(path, sizeof(path), "%d/stat", process->pid);
	if (file_text_at(sum->dir, path, text, sizeof(text)))
		return errno == ENOENT || errno == ESRCH;
	return parse_stat(text, &now) && !now.virtual_bytes && now.threads <= 1;
}

enum look { LOOK_RESIDENT, LOOK_ANONYMOUS, LOOK_SHARE };

static int64_t memory_of(const struct sum *sum, enum look exact)
{
	int64_t total = 0;

	for (size_t i = 0; i < sum->count; i++) {
		const struct process *process = &sum->process[i];
		int64_t share = -1;
		int64_t tables = 0;

		if (!process->inside)
			continue;
		if (exact == LOOK_ANONYMOUS)
			share = kilobytes(sum, process, "status", "\nRssAnon:");
		if (exact == LOOK_SHARE)
			share = kilobytes(
				sum, process, "smaps_rollup", "\nPss_Anon:");
		if (process->virtual_bytes > LARGE_BYTES)
			tables = kilobytes(sum, process, "status", "\nVmPTE:");
		if (share < 0 && exact != LOOK_RESIDENT &&
			has_ended(sum, process))
			continue;
		total += share >= 0 ? share : process->rss_bytes;
		total += tables > 0 ? tables : 0;
	}
	return total;
}

/* What the sockets of the box may hold; their buffers are in no process. */
static int64_t socket_bytes(const struct sb *box, const struct sum *sum)
{
	char path[64];
	char text[512];
	const char *at;

	if (!sb_has(box, ROW_NET))
		return 0;
	(void)snprintf(path, sizeof(path), "%d/net/sockstat",
		box->proc_fd >= 0 ? 1 : box->init);
	if (file_text_at(sum->dir, path, text, sizeof(text)))
		return 0;
	at = strstr(text, "used ");
	return at ? strtoll(at + 5, NULL, 10) * SOCKET_BYTES : 0;
}

/* What pipes hold if every open file is one of its own. Init, which is ours,
 * has a few, and does not let itself be looked at. */
static int64_t most_pipe_bytes(const struct sb *box, struct sum *sum)
{
	pid_t init = box->proc_fd >= 0 ? 1 : box->init;
	int64_t count = 0;

	for (size_t i = 0; i < sum->count; i++) {
		struct process *process = &sum->process[i];

		process->files = 0;
		/* One that has ended has none, and does not show it. */
		if (!process->inside || !process->virtual_bytes ||
			process->pid == init)
			continue;
		process->files = pipes_most(sum->dir, process->thread);
		if (process->files < 0)
			process->files = has_ended(sum, process)
						 ? 0
						 : box->spec->limits.open_files;
		count += process->files;
	}
	return pipes_bytes_of(count);
}

static int64_t pipe_bytes(const struct sum *sum)
{
	struct pipes pipes = {0};
	int64_t bytes;

	for (size_t i = 0; i < sum->count; i++) {
		const struct process *process = &sum->process[i];

		if (process->files &&
			pipes_add(&pipes, sum->dir, process->thread) &&
			!has_ended(sum, process))
			pipes.unseen += process->files;
	}
	bytes = pipes_bytes(&pipes);
	pipes_free(&pipes);
	return bytes;
}

static bool memory_exceeded(const struct sb *box, struct sum *sum)
{
	int64_t limit = box->spec->limits.memory_bytes - tmpfs_bytes(box) -
			socket_bytes(box, sum);

	if (memory_of(sum, LOOK_RESIDENT) + most_pipe_bytes(box, sum) <= limit)
		return false;
	limit -= pipe_bytes(sum);
	return memory_of(sum, LOOK_RESIDENT) > limit &&
	       memory_of(sum, LOOK_ANONYMOUS) > limit &&
	       memory_of(sum, LOOK_SHARE) > limit;
}

static bool cpu_exceeded(const struct sb *box, const struct sum *sum)
{
	int64_t ticks = 0;

	for (size_t i = 0; i < sum->count; i++)
		if (sum->process[i].inside)
			ticks += sum->process[i].ticks;
	return ticks * 1000 / sysconf(_SC_CLK_TCK) - box->boot_cpu_ms >
	       box->spec->limits.cpu_time_ms;
}

static enum sb_end look(const struct sb *box, struct sum *sum)
{
	bool own = box->proc_fd >= 0;
	DIR *dir = own ? file_folder_at(box->proc_fd, ".") : opendir("/proc");
	enum sb_end end = SB_END_EXITED;

	if (!dir)
		return end;
	sum->dir = dirfd(dir);
	read_processes(sum, dir);
	if (own)
		for (size_t i = 0; i < sum->count; i++)
			sum->process[i].inside = true;
	else
		mark_descendants(sum, box->init);
	if (!sb_counted(box) && memory_exceeded(box, sum))
		end = SB_END_MEMORY;
	else if (cpu_exceeded(box, sum))
		end = SB_END_CPU;
	(void)closedir(dir); /* only read */
	return end;
}

static enum sb_end watch_processes(const struct sb *box)
{
	struct sum sum = {
		.process = malloc(PROCESSES_MAX * sizeof(*sum.process))};
	enum sb_end end;

	/* Without memory to look with there is none for the box either. */
	if (!sum.process)
		return SB_END_MEMORY;
	end = look(box, &sum);
	free(sum.process);
	return end;
}

void sb_watch(struct sb *box)
{
	int64_t now = sb_now_us();

	if (box->end != SB_END_EXITED ||
		now - box->ticked_us < SB_TICK_MS * INT64_C(1000) - 1000)
		return;
	if (sb_cgroup_oom(box)) {
		box->end = SB_END_MEMORY;
	} else if (sb_watched(box)) {
		box->end = watch_processes(box);
	} else if (sb_cgroup_cpu_ms(box) - box->setup_cpu_ms >
		   box->spec->limits.cpu_time_ms) {
		box->end = SB_END_CPU;
	}
	box->ticked_us = sb_now_us();
}
