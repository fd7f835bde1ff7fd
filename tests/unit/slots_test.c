/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Slots: never more than there are, over all processes, and free again when
 * their holder is gone, however it went. */

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/error.h"
#include "http/slots.h"
#include "sandbox/sandbox.h"
#include "tests/unit/folder.h"
#include "tests/unit/tap.h"

static struct error e;

/* What slots.c calls: removes a file before it is locked, as who cleans up may
 * do at that moment. */
static const char *remove_first;

int flock(int fd, int operation)
{
	if (remove_first)
		(void)unlink(remove_first);
	remove_first = NULL;
	return (int)syscall(SYS_flock, fd, operation);
}

static struct slots open_slots(const char *folder, size_t runs, size_t queue)
{
	struct slots slots = {0};

	if (slots_open(folder, runs, queue, &slots, &e)) {
		printf("# %s\n", e.message);
		exit(1);
	}
	return slots;
}

static bool is_full(const struct slots *slots)
{
	int fd = slots_take(slots, &e);
	bool full = fd < 0 && e.kind == ERR_NONE;

	slots_release(&fd);
	return full;
}

static void check_count(void)
{
	struct slots slots = open_slots(in_folder("count"), 2, 1);
	int fd[3];
	struct stat status = {0};

	tap_ok(!stat(slots.folder, &status) && S_ISDIR(status.st_mode) &&
			(status.st_mode & 07777) == 0700,
		"the folder is made, mode 0700");
	fd[0] = slots_take(&slots, &e);
	fd[1] = slots_take(&slots, &e);
	tap_ok(fd[0] >= 0 && fd[1] >= 0, "two of two slots in one process");
	tap_ok(!fstat(fd[0], &status) && (status.st_mode & 07777) == 0600 &&
			(fcntl(fd[0], F_GETFD) & FD_CLOEXEC),
		"a slot's file has mode 0600, its fd is closed on exec");
	e.kind = ERR_IO;
	tap_ok(slots_take(&slots, &e) < 0 && e.kind == ERR_NONE,
		"a third is not free, which is no error");
	fd[2] = slots_wait(&slots, &e);
	tap_ok(fd[2] >= 0, "the queue has places of its own");
	tap_ok(slots_wait(&slots, &e) < 0 && e.kind == ERR_NONE,
		"and no more than it has");
	slots_release(&fd[0]);
	tap_ok(fd[0] == -1 && (fd[0] = slots_take(&slots, &e)) >= 0,
		"what is given back can be taken");
	for (size_t i = 0; i < 3; i++)
		slots_release(&fd[i]);
	slots_release(&fd[0]);
	slots_close(&slots);
	slots_close(&slots);
	tap_ok(!slots.folder, "closed, and closed again");
}

static void check_fewer(void)
{
	struct slots two = open_slots(in_folder("fewer"), 2, 0);
	struct slots one = open_slots(in_folder("fewer"), 1, 0);
	struct slots none = open_slots(in_folder("fewer"), 0, 0);
	int fd[2] = {slots_take(&two, &e), slots_take(&two, &e)};

	slots_release(&fd[1]);
	tap_ok(is_full(&one) && !is_full(&two),
		"who may have one does not get the second");
	slots_release(&fd[0]);
	fd[0] = slots_take(&one, &e);
	tap_ok(fd[0] >= 0 && is_full(&one), "but the first, when it is free");
	tap_ok(!is_full(&two), "who may have two gets the other");
	tap_ok(is_full(&none) && slots_wait(&two, &e) < 0, "of none, none");
	slots_release(&fd[0]);
	slots_close(&two);
	slots_close(&one);
	slots_close(&none);
}

/* A process that holds a slot, and in which way. */
enum way { HOLDS, HAS_FORKED, RUNS_BOX };
struct holder {
	pid_t pid;
	pid_t other; /* its child, with HAS_FORKED */
};

static void run_box(int out)
{
	static const struct sb_bind binds[] = {
		{"/usr", SB_BIND_READ_ONLY, true},
		{"/bin", SB_BIND_READ_ONLY, true},
		{"/lib", SB_BIND_READ_ONLY, true},
		{"/lib64", SB_BIND_READ_ONLY, true}};
	static char *argv[] = {"/bin/sleep", "30", NULL};
	static char *envp[] = {NULL};
	const struct sb_spec spec = {.exe = argv[0],
		.argv = argv,
		.envp = envp,
		.bind = binds,
		.bind_count = 4,
		.limits = {10000, 256 << 20, 0, 8, 64, 1 << 20, 1 << 20},
		.stdout_fd = out,
		.stderr_fd = out};
	struct sb *box;
	struct sb_fail why;

	if (sb_open(&spec, &box, &why) || sb_go(box, &why))
		_exit(1);
	if (write(out, &(pid_t){0}, sizeof(pid_t)) < 0)
		_exit(1);
	while (sb_pump(box)) {
		struct pollfd wait = {sb_fd(box), POLLIN, 0};

		(void)poll(&wait, 1, SB_TICK_MS);
	}
	_exit(1);
}

static void hold(const char *folder, enum way way, int out)
{
	struct slots slots = open_slots(folder, 1, 0);
	pid_t other = 0;

	if (slots_take(&slots, &e) < 0)
		_exit(1);
	if (way == RUNS_BOX)
		run_box(out);
	if (way == HAS_FORKED && (other = fork()) == 0)
		for (;;)
			(void)pause();
	if (write(out, &other, sizeof(other)) < 0)
		_exit(1);
	for (;;)
		(void)pause();
}

/* Start one and wait until it holds; pid 0 when it cannot. */
static struct holder start(const char *folder, enum way way)
{
	struct holder holder;
	int ends[2];
	bool holds;

	(void)fflush(stdout);
	if (pipe2(ends, O_CLOEXEC) || (holder.pid = fork()) < 0)
		exit(1);
	if (holder.pid == 0) {
		(void)close(ends[0]);
		hold(folder, way, ends[1]);
	}
	(void)close(ends[1]);
	holds = read(ends[0], &holder.other, sizeof(holder.other)) ==
		sizeof(holder.other);
	(void)close(ends[0]);
	if (!holds) {
		(void)waitpid(holder.pid, NULL, 0);
		holder.pid = 0;
	}
	return holder;
}

static void kill_holder(const struct holder *holder)
{
	(void)kill(holder->pid, SIGKILL);
	(void)waitpid(holder->pid, NULL, 0);
}

static void check_killed(void)
{
	struct slots slots = open_slots(in_folder("killed"), 1, 0);
	struct holder holder = start(slots.folder, HOLDS);

	tap_ok(holder.pid && is_full(&slots), "another process holds it");
	kill_holder(&holder);
	tap_ok(!is_full(&slots), "a slot is free at once after SIGKILL");

	/* The control: what keeps the fd open keeps the slot. */
	holder = start(slots.folder, HAS_FORKED);
	kill_holder(&holder);
	tap_ok(holder.pid && is_full(&slots),
		"a forked child that lives on still has it");
	(void)kill(holder.other, SIGKILL);
	slots_close(&slots);
}

static void check_box(void)
{
	struct slots slots = open_slots(in_folder("box"), 1, 0);
	struct holder holder = start(slots.folder, RUNS_BOX);

	if (!holder.pid) {
		tap_ok(true, "a box does not keep it # skip no sandbox here");
	} else {
		tap_ok(is_full(&slots), "a process with a box holds it");
		kill_holder(&holder);
		tap_ok(!is_full(&slots),
			"free at once after SIGKILL while a box ran");
	}
	slots_close(&slots);
}

static void check_release_for_all(void)
{
	struct slots slots = open_slots(in_folder("release"), 1, 0);
	int fd = slots_take(&slots, &e);
	int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);

	slots_release(&fd);
	tap_ok(!is_full(&slots), "given back although a copy is open");
	(void)close(copy);
	slots_close(&slots);
}

static void check_cleaned(void)
{
	struct slots slots = open_slots(in_folder("cleaned"), 1, 0);
	int fd;

	remove_first = in_folder("cleaned/slot.0");
	fd = slots_take(&slots, &e);
	tap_ok(fd < 0 && e.kind == ERR_NONE,
		"a lock on a file that was just removed is no slot");
	slots_release(&fd);
	fd = slots_take(&slots, &e);
	tap_ok(fd >= 0 && is_full(&slots), "the next to come makes a new one");
	slots_release(&fd);
	slots_close(&slots);
}

int main(void)
{
	folder_make();
	check_count();
	check_fewer();
	check_killed();
	check_box();
	check_release_for_all();
	check_cleaned();
	tap_ok(folder_remove(), "cleaned up");
	return tap_done();
}
