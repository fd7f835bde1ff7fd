/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Keeping a program where it would open its script, and forking boxes there.
 *
 * Theory of operation: when the library is loaded it reads, from the socket
 * that it was given, what the program is. At the first opening of the script
 * the rows of the sandbox are prepared once, as by a codeexec that an ordinary
 * user starts; then, for each request, the box's own parts are put in and one
 * clone3 makes init. Init forks the payload, which enters its rows and waits at
 * the gate as in any box, and then returns from here to the program.
 *
 * Must not: leave anything of a request in the process that is kept, nor wait
 * for a child of it: a run that hangs is nothing to us.
 */

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox/layer.h"
#include "sandbox/pass.h"
#include "sandbox/warm.h"
#include "warm/warm.h"

/* Our socket goes where no program looks for one. */
#define SOCKET_FROM 700
#define SOCKETS_LOOKED_AT 1024
#define REAP_MS 200

/* The kernel's struct sigaction: libc keeps two signals to itself. */
struct action {
	unsigned long words[4];
};

static struct {
	int fd; /* -1: this is no warm program, or no more */
	struct warm_description about;
	char script[4096];
	struct sb box;
	struct action actions[NSIG];
	sigset_t mask;
	bool runs; /* this is a payload, whose script has not begun */
} kept = {.fd = -1};

/* One packet with its fds. How many came, or -1 with errno: EPROTO is for this
 * one alone, after all else the supervisor is gone. */
static int receive(struct warm_packet *packet, int fds[PASS_MAX])
{
	int count = pass_receive(kept.fd, packet, sizeof(*packet), fds);

	if (count < 0 || count == (int)packet->fd_count)
		return count;
	pass_close(fds, (size_t)count);
	errno = EPROTO;
	return -1;
}

/* Say that FAIL is what came of it, with PIDFD (-1 = none). Who does not hear
 * it is gone, which the next receive() tells. */
static void reply(const struct sb_fail *fail, int pidfd)
{
	const struct warm_reply answer = {.fail = *fail};

	(void)pass_send(
		kept.fd, &answer, sizeof(answer), &pidfd, pidfd >= 0 ? 1 : 0);
}

static bool is_ours(int fd)
{
	int type;
	socklen_t len = sizeof(type);

	return !getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &len) &&
	       type == SOCK_SEQPACKET;
}

/* Move our socket away from where the program's own fds come to be. */
static int take_socket(void)
{
	for (int fd = STDERR_FILENO + 1; fd < SOCKETS_LOOKED_AT; fd++) {
		int moved;

		if (!is_ours(fd))
			continue;
		moved = fcntl(fd, F_DUPFD_CLOEXEC, SOCKET_FROM);
		if (moved < 0) {
			(void)fcntl(fd, F_SETFD, FD_CLOEXEC); /* valid */
			return fd;
		}
		(void)close(fd); /* MOVED is the same */
		return moved;
	}
	return -1;
}

/* When the library is loaded: learn what it is loaded into. Whatever goes wrong
 * shows in that there is never a hello. */
__attribute__((constructor)) static void introduce(void)
{
	struct warm_packet packet = {0};
	int fds[PASS_MAX];
	int err = errno;

	kept.fd = take_socket();
	if (kept.fd >= 0 && receive(&packet, fds) == 1) {
		const struct sb_spec *spec = &kept.about.spec;

		if (!warm_read(fds[0], &kept.about) && spec->file_count == 1 &&
			sizeof(SB_WORKDIR) + strlen(spec->file[0].path) <
				sizeof(kept.script)) {
			(void)snprintf(kept.script, sizeof(kept.script),
				SB_WORKDIR "/%s", spec->file[0].path);
		}
		(void)close(fds[0]); /* only read */
	}
	errno = err;
}

/* What of the sandbox is the same for every box: looked at once. 0, or -1 with
 * *WHY. */
static int prepare(struct sb_fail *why)
{
	struct sb *box = &kept.box;

	*box = (struct sb){.spec = &kept.about.spec,
		.rows = kept.about.rows,
		.user = SB_USER_USERNS,
		.memory = kept.about.memory,
		.outside_uid = SB_ID, /* ours: we are in a box ourselves */
		.outside_gid = SB_ID,
		.forked = true};
	for (size_t row = 0; row < sb_order_count; row++) {
		const struct sb_layer *layer = sb_order[row].layer;

		/* Cgroups and pipes are the supervisor's. */
		if (row == ROW_CGROUP || row == ROW_FDS ||
			!sb_has(box, (enum sb_row_index)row) || !layer->prepare)
			continue;
		why->layer = (int32_t)row;
		if (layer->prepare(box, why))
			return -1;
	}
	why->layer = -1;
	return 0;
}

static int count_threads(void)
{
	DIR *dir = opendir("/proc/self/task");
	const struct dirent *entry;
	int count = 0;

	while (dir && (entry = readdir(dir)))
		count += *entry->d_name != '.';
	if (dir)
		(void)closedir(dir); /* only read */
	return count;
}

/* May the process be forked? It has one thread, and no fd and no memory that
 * runs would share. */
static int look_at_process(struct sb_fail *why)
{
	for (int fd = STDERR_FILENO + 1; fd < SOCKETS_LOOKED_AT; fd++) {
		if (fd == kept.fd || fcntl(fd, F_GETFD) < 0 || warm_note_fd(fd))
			continue;
		errno = 0;
		return sb_fails(why, "the program has files open");
	}
	errno = 0;
	if (warm_shares_memory())
		return sb_fails(why, "the program has shared memory");
	return count_threads() == 1
		       ? 0
		       : sb_fails(why, "the program has other threads");
}

/* What the program does on signals is for its runs to do, and none comes while
 * it is kept. */
static void save_signals(void)
{
	sigset_t all;

	(void)sigfillset(&all);
	(void)sigprocmask(SIG_SETMASK, &all, &kept.mask); /* valid */
	for (int signal = 1; signal < NSIG; signal++)
		(void)syscall(SYS_rt_sigaction, signal, NULL,
			&kept.actions[signal], NSIG / 8);
}

/* What init has reset is the program's own again. */
static void restore_signals(void)
{
	const struct action none = {{0}};

	for (int signal = 1; signal < NSIG; signal++)
		if (memcmp(&kept.actions[signal], &none, sizeof(none)) != 0)
			(void)syscall(SYS_rt_sigaction, signal,
				&kept.actions[signal], NULL, NSIG / 8);
	(void)sigprocmask(SIG_SETMASK, &kept.mask, NULL); /* valid */
}

/* Take in who has ended. The supervisor has been told by the pidfd. */
static void reap(void)
{
	while (waitpid(-1, NULL, __WALL | WNOHANG) > 0)
		continue;
}

/* The parts of a box that come with its request. */
static int fill(struct sb *box, const struct warm_packet *packet,
	const int *fds, struct warm_description *about)
{
	int at = WARM_CGROUP;

	about->spec.stdin_fd = fds[WARM_STDIN];
	about->spec.stdout_fd = fds[WARM_STDOUT];
	about->spec.stderr_fd = fds[WARM_STDERR];
	box->spec = &about->spec;
	box->rows = about->rows;
	box->memory = about->memory;
	box->at_gate = about->spec.file_count ? NULL : warm_copy_memory;
	box->child_fd[CHILD_CHANNEL] = fds[WARM_CHANNEL];
	box->child_fd[CHILD_SETUP] = fds[WARM_SETUP];
	box->child_fd[CHILD_GATE] = fds[WARM_GATE];
	for (int i = 0; i < CG_COUNT; i++)
		box->cgroup[i].dir_fd = box->cgroup[i].tasks_fd = -1;
	if (packet->born_there)
		return fds[at];
	for (uint32_t i = 0; i < CG_COUNT; i++)
		if (packet->cgroups & UINT32_C(1) << i)
			box->cgroup[i].tasks_fd = fds[at++];
	return -1;
}

/* Make the child of one request. True in its payload. */
static bool fork_box(const struct warm_packet *packet, const int *fds)
{
	struct sb *box = &kept.box;
	struct warm_description about;
	struct sb_fail why = {.layer = -1};
	int made;

	if (packet->fd_count < WARM_CGROUP ||
		warm_read(fds[WARM_DESCRIPTION], &about)) {
		sb_fails(&why, "read of a description");
		reply(&why, -1);
		return false;
	}
	box->pidfd = -1;
	made = sb_clone(box, fill(box, packet, fds, &about), &why);
	if (made == 1) {
		warm_forget(&about);
		return true;
	}
	if (!made) {
		why.layer = ROW_USERNS;
		made = sb_userns_map(box, &why);
	}
	reply(&why, made ? -1 : box->pidfd);
	if (box->pidfd >= 0)
		(void)close(box->pidfd); /* a child that is not wanted ends
					    with its channel */
	warm_forget(&about);
	return false;
}

/* What receive() could not take in. Boxes that live would end with us: that is
 * for their supervisor to decide, or when it is gone. */
static void refuse(void)
{
	struct sb_fail why = {.layer = -1};

	if (errno == ECONNRESET)
		_exit(0);
	sb_fails(&why, "fds for the warm program");
	reply(&why, -1);
}

/* For as long as there is a supervisor. Returns in payloads. */
static void serve(void)
{
	struct sb_fail why = {.layer = -1};

	/* Modules first: they open files and start threads as any. */
	warm_prepare(kept.about.spec.preload, kept.about.spec.preload_count);
	if (look_at_process(&why) || prepare(&why)) {
		reply(&why, -1);
		_exit(0);
	}
	save_signals();
	warm_note_timers();
	warm_note_memory();
	if (warm_rehearse()) {
		(void)close(kept.fd);
		return;
	}
	reply(&why, -1);
	for (;;) {
		struct pollfd wait = {kept.fd, POLLIN, 0};
		struct warm_packet packet = {0};
		int fds[PASS_MAX];
		int count;

		if (poll(&wait, 1, REAP_MS) <= 0) {
			reap();
			continue;
		}
		count = receive(&packet, fds);
		if (count < 0) {
			refuse();
			continue;
		}
		if (fork_box(&packet, fds))
			return;
		pass_close(fds, (size_t)count); /* the child has its own */
		reap();
	}
}

static bool is_script(const char *path)
{
	return *kept.script && path && !strcmp(path, kept.script);
}

void warm_opens(const char *path)
{
	int err = errno;

	if (kept.fd < 0 || !is_script(path))
		return;
	serve();
	kept.fd = -1; /* closed by the fds row; this one opens for good */
	kept.runs = true;
	warm_renew();
	restore_signals();
	(void)prctl(PR_SET_DUMPABLE, 1, 0, 0, 0); /* valid */
	warm_refresh();
	errno = err;
}

void warm_opened(const char *path, FILE *script)
{
	if (!kept.runs || !script || !is_script(path))
		return;
	kept.runs = false;
	warm_run(path, script);
}
