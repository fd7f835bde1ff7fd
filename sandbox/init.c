/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Pid 1 inside: enters the rows of its first stage, starts the payload, enters
 * those of its second beside it, gives up every privilege, and then waits for
 * one of two things: the payload's end, or the supervisor's word (or end). A
 * program that waits for its run has its script from it meanwhile (fifo.c).
 * Either way everything inside is killed and reaped before it reports, or the
 * time of what nobody waited for would be lost. It ends without being asked;
 * the supervisor reaps it when it has the time.
 *
 * Must: stay out of the program's reach: not dumpable, without capabilities,
 * and pid 1, to which the program's SIGKILL and SIGSTOP mean nothing.
 */

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <poll.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox/caps.h"
#include "sandbox/fifo.h"
#include "sandbox/file.h"
#include "sandbox/layer.h"
#include "sandbox/meet.h"
#include "sandbox/pass.h"

static void keep_own_fds(const struct sb *box, struct sb_fail *why)
{
	int keep[] = {box->child_fd[CHILD_CHANNEL], box->child_fd[CHILD_SETUP],
		box->child_fd[CHILD_GATE], box->spec->stdin_fd,
		box->spec->stdout_fd, box->spec->stderr_fd,
		box->cgroup[CG_MEMORY].tasks_fd, box->cgroup[CG_PIDS].tasks_fd,
		box->cgroup[CG_CPU].tasks_fd,
		box->spec->warm_fd ? box->spec->warm_fd : -1,
		box->waits ? box->gate_fd : -1};

	if (fds_keep(0, keep, sizeof(keep) / sizeof(*keep))) {
		sb_fails(why, "close_range");
		why->layer = ROW_FDS;
		sb_give_up(box, why);
	}
}

static void await_go(const struct sb *box)
{
	char word;
	ssize_t got;

	do
		got = read(box->child_fd[CHILD_CHANNEL], &word, 1);
	while (got < 0 && errno == EINTR);
	if (got != 1 || word != SB_GO)
		_exit(SB_EXIT_SETUP); /* the supervisor is gone */
}

static bool is_proc(const char *path)
{
	struct statfs st = {0};

	return !statfs(path, &st) && st.f_type == PROC_SUPER_MAGIC;
}

/*
 * A /proc for the watchdog, mounted nowhere: it shows every process of this
 * namespace to the supervisor, whatever the processes make of themselves.
 */
static int watch_proc(void)
{
	int proc = -1;
	int fs = fsopen("proc", FSOPEN_CLOEXEC);

	if (fs >= 0 && !fsconfig(fs, FSCONFIG_CMD_CREATE, NULL, NULL, 0))
		proc = fsmount(fs, FSMOUNT_CLOEXEC, MOUNT_ATTR_RDONLY);
	return proc;
}

/* Give the watchdog the root, for statfs, and a /proc where there is one. */
static void send_watch_fds(const struct sb *box, struct sb_fail *why)
{
	const char word = 'f';
	int fds[2] = {open("/", O_PATH | O_CLOEXEC), watch_proc()};

	if (fds[0] < 0 || pass_send(box->child_fd[CHILD_CHANNEL], &word, 1, fds,
				  fds[1] < 0 ? 1 : 2)) {
		sb_fails(why, "hand fds to the watchdog");
		sb_give_up(box, why);
	}
}

/* Until the payload ends, or the supervisor says so or ends. */
static int wait_payload(
	const struct sb *box, pid_t payload, int signals, struct fifo *fifo)
{
	struct signalfd_siginfo drained;
	int status = 0;
	int got;
	pid_t pid;

	for (;;) {
		struct pollfd poll_fds[] = {{signals, POLLIN, 0},
			{box->child_fd[CHILD_CHANNEL], POLLIN, 0},
			fifo_poll(fifo)};

		if (poll(poll_fds, 3, -1) < 0 && errno != EINTR)
			break;
		if (poll_fds[1].revents && !fifo_told(box, fifo))
			break;
		if (poll_fds[2].revents)
			fifo_step(box, fifo);
		if (!poll_fds[0].revents)
			continue;
		(void)!read(signals, &drained, sizeof(drained));
		while ((pid = waitpid(-1, &got, WNOHANG)) > 0) {
			if (pid != payload)
				continue;
			fifo_lost(box, fifo);
			sb_end_all(box, payload, &got);
			return got;
		}
	}
	sb_end_all(box, payload, &status);
	return status;
}

static void report(const struct sb *box, int status)
{
	struct sb_end_record record = {.wait_status = status};
	int fd = box->child_fd[CHILD_CHANNEL];

	(void)getrusage(RUSAGE_CHILDREN, &record.usage); /* valid */

	if (!file_write(fd, &record, sizeof(record)))
		sb_collect_send(box, fd);
}

static void bound(const struct sb *box, struct sb_fail *why)
{
	if (sb_has(box, ROW_CAPS) && caps_bound(why)) {
		why->layer = ROW_CAPS;
		sb_give_up(box, why);
	}
}

/*
 * What is left of init once its share is done: the fds that it needs from then
 * on, and no privilege. The supervisor opens no gate before it is told of this.
 */
static void shrink(const struct sb *box, int signals, const struct fifo *fifo,
	struct sb_fail *why)
{
	struct sb_record ready = {.type = SB_RECORD_READY};
	int setup = box->child_fd[CHILD_SETUP];
	int keep[] = {box->child_fd[CHILD_CHANNEL], signals, setup,
		box->waits ? box->gate_fd : -1, box->waits ? fifo->to : -1,
		box->waits ? fifo->opened : -1};

	if (fds_keep(0, keep, sizeof(keep) / sizeof(*keep))) {
		sb_fails(why, "close_range");
		why->layer = ROW_FDS;
		sb_give_up(box, why);
	}
	if (sb_has(box, ROW_CAPS) && caps_drop(why)) {
		why->layer = ROW_CAPS;
		sb_give_up(box, why);
	}
	ready.empty_proc = sb_has(box, ROW_MOUNTS) && !is_proc("/proc");
	if (file_write(setup, &ready, sizeof(ready)))
		_exit(SB_EXIT_SETUP);
	if (!box->waits)
		(void)close(setup); /* what was to be said has been said */
}

/*
 * Every signal at its default, for the payload inherits this, and blocked. What
 * our caller ignores, clone3 leaves ignored.
 */
static void reset_signals(
	const struct sb *box, sigset_t *all, struct sb_fail *why)
{
	/* The kernel's struct sigaction, zero: SIG_DFL. libc keeps two signals
	 * to itself, so its own function will not do. */
	const unsigned long action[4] = {0};

	(void)sigfillset(all);
	(void)sigprocmask(SIG_SETMASK, all, NULL); /* valid by construction */
	for (int signal = 1; signal < NSIG; signal++) {
		if (signal == SIGKILL || signal == SIGSTOP ||
			!syscall(SYS_rt_sigaction, signal, action, NULL,
				NSIG / 8))
			continue;
		sb_fails(why, "sigaction");
		why->layer = ROW_PROCESS;
		sb_give_up(box, why);
	}
}

/* Init's share, beside the payload's. */
static void build(const struct sb *box, const int ends[2], struct fifo *fifo,
	struct sb_fail *why)
{
	sb_enter(box, SB_STAGE_INIT_BESIDE, why);
	if (box->waits && fifo_open(box, fifo, why))
		sb_give_up(box, why);
	if (sb_watched(box))
		send_watch_fds(box, why);
	if (meet_init(box, ends, why))
		sb_give_up(box, why);
}

/* The payload's process. In init, its pid; 0 in itself. */
static pid_t fork_payload(const struct sb *box, struct sb_fail *why)
{
	pid_t payload;

	if (!sb_has(box, ROW_PID))
		(void)prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); /* valid */
	bound(box, why);
	payload = _Fork();
	if (payload < 0) {
		sb_fails(why, "fork");
		sb_give_up(box, why);
	}
	return payload;
}

void sb_init_main(const struct sb *box)
{
	struct sb_fail why = {.layer = -1};
	struct fifo fifo = {0};
	sigset_t all;
	pid_t payload;
	int signals;
	int ends[2];

	reset_signals(box, &all, &why);
	keep_own_fds(box, &why);
	sb_before_ids(box, &why);
	await_go(box);
	sb_enter(box, SB_STAGE_INIT, &why);
	signals = signalfd(-1, &all, SFD_CLOEXEC);
	if (signals < 0) {
		sb_fails(&why, "signalfd");
		sb_give_up(box, &why);
	}
	if (meet_make(ends, &why))
		sb_give_up(box, &why);
	payload = fork_payload(box, &why);
	if (payload == 0) {
		sb_payload_main(box, ends);
		return;
	}
	build(box, ends, &fifo, &why);
	shrink(box, signals, &fifo, &why);
	if (box->waits)
		fifo_start(box, &fifo, payload);
	report(box, wait_payload(box, payload, signals, &fifo));
	_exit(0);
}
