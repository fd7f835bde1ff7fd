/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Warm programs, the supervisor's half.
 *
 * Theory of operation: an interpreter is started in a box of its own, with a
 * library (warm/) that the loader takes because the box's own ld.so.preload
 * says so. When the interpreter would open its script, the library keeps it
 * there and says hello. For a box the supervisor then prepares what it always
 * does (cgroup, pipes), and hands it to the library, which makes the clone3:
 * init and payload go through the very rows of the order that they go through
 * in a cold start, in namespaces of their own below those of the warm box, and
 * in place of execve the payload lets the interpreter open its script. The
 * supervisor has the pidfd of init and its pipes, and sees no difference.
 *
 * What a run inherits is what the interpreter has loaded before it saw a byte
 * of a caller's. Nothing of a run comes back: the library waits for no run and
 * reads nothing of it.
 *
 * Must not: give the warm box Landlock or the system-call filter, which forbid
 * what its children's set-up needs, nor a cgroup namespace, from which they
 * could not be born into cgroups of their own; nobody's code but the operator's
 * own interpreter runs in it.
 */

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "sandbox/ahead.h"
#include "sandbox/file.h"
#include "sandbox/layer.h"
#include "sandbox/pass.h"
#include "sandbox/warm.h"

/* How long the library may take to make a child: it takes 1 ms, and 200 with
 * twenty busy programs a processor. A run that gave up boots its own. */
#define REPLY_MS 500
#define PIDS_MAX (4 << 20) /* of pids.max in cgroups */
#define WITHOUT                                                                \
	(ROW_BIT(ROW_CGROUPNS) | ROW_BIT(ROW_LANDLOCK) | ROW_BIT(ROW_SECCOMP))

struct sb_warm {
	struct sb *box; /* its own */
	enum sb_warm_state state;
	struct warm_description own; /* what BOX was made of */
	char *script;                /* relative to the workdir; owned */
	struct sb_file file;         /* an empty script */
	struct sb_file *root_file;   /* owned */
	int control_fd;
	int pipe_fd[3];         /* our ends of its 0, 1 and 2 */
	struct sb_ahead *ahead; /* owned; NULL = none in stock */
	char note[80];          /* why it is lost */
};

/* SPEC as the warm box's own: read back from its description, so that it lives
 * as long as WARM. Of the run that it comes from nothing but the name of its
 * script: what the program is told every run has in its memory. */
static int take_spec(struct sb_warm *warm, const struct sb_spec *spec)
{
	struct sb_spec *own = &warm->own.spec;
	struct sb_spec plain = *spec;
	const struct sb_file script = {
		spec->file_count ? spec->file[0].path : NULL, "", 0};

	if (!script.path) {
		errno = EINVAL;
		return -1;
	}
	plain.limits = (struct sb_limits){0};
	plain.collect_count = 0;
	plain.file = &script;
	plain.file_count = 1;
	if (warm_copy(&plain, &warm->own))
		return -1;
	warm->root_file =
		calloc(own->root_file_count + 2, sizeof(*warm->root_file));
	warm->script = strdup(own->file[0].path);
	if (!warm->root_file || !warm->script)
		return -1;
	memcpy(warm->root_file, own->root_file,
		own->root_file_count * sizeof(*warm->root_file));
	warm->root_file[own->root_file_count] =
		(struct sb_file){WARM_LIBRARY, warm_library, warm_library_len};
	warm->root_file[own->root_file_count + 1] =
		(struct sb_file){WARM_PRELOAD, "/" WARM_LIBRARY "\n",
			strlen("/" WARM_LIBRARY "\n")};
	return 0;
}

/* The spec of the warm box: an empty script, the library, and no limit that a
 * box which is forked from it could want to be wider. */
static void open_up(struct sb_warm *warm)
{
	struct sb_spec *own = &warm->own.spec;

	warm->file = (struct sb_file){warm->script, "", 0};
	own->file = &warm->file;
	own->file_count = 1;
	own->root_file = warm->root_file;
	own->root_file_count += 2;
	own->limits = (struct sb_limits){
		.cpu_time_ms = INT64_C(1000) * INT_MAX,
		.memory_bytes = INT64_MAX / 2,
		.address_space_bytes = 0,
		.processes = PIDS_MAX,
		.open_files = INT_MAX,
		.file_size_bytes = INT64_MAX / 2,
		.workdir_bytes = 1 << 20,
	};
}

/* Its stdin, stdout and stderr: pipes, as those of every run are. */
static int make_pipes(struct sb_warm *warm, int child[3])
{
	for (int i = 0; i < 3; i++) {
		int ends[2];

		if (pipe2(ends, O_CLOEXEC))
			return -1;
		warm->pipe_fd[i] = ends[i ? 0 : 1];
		child[i] = ends[i ? 1 : 0];
	}
	return 0;
}

static int start(
	struct sb_warm *warm, const struct sb_spec *spec, struct sb_fail *why)
{
	struct sb_spec *own = &warm->own.spec;
	int child[3] = {-1, -1, -1};
	int control[2] = {-1, -1};
	uint32_t rows = sb_rows_of(spec);
	const struct warm_packet hello = {.fd_count = 1};
	int about = -1;
	int result = -1;

	*why = (struct sb_fail){.layer = -1};
	if (take_spec(warm, spec))
		return sb_fails(why, "memory");
	about = warm_describe(own, rows, SB_MEMORY_NONE);
	open_up(warm);
	if (about < 0 || make_pipes(warm, child) ||
		socketpair(
			AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, control)) {
		sb_fails(why, "pipe");
		goto out;
	}
	warm->control_fd = control[0];
	own->stdin_fd = child[0];
	own->stdout_fd = child[1];
	own->stderr_fd = child[2];
	own->warm_fd = control[1];
	if (pass_send(warm->control_fd, &hello, sizeof(hello), &about, 1))
		sb_fails(why, "send to the warm program");
	else if (!sb_open_only(own, rows & ~WITHOUT, &warm->box, why))
		result = sb_go(warm->box, why);
out:
	fds_close(child, 3);
	fds_close(&about, 1);
	fds_close(&control[1], 1);
	return result;
}

int sb_warm_open(
	const struct sb_spec *spec, struct sb_warm **out, struct sb_fail *why)
{
	struct sb_warm *warm = calloc(1, sizeof(*warm));

	*out = NULL;
	*why = (struct sb_fail){.layer = -1};
	errno = 0;
	if (spec->off || sb_user(spec) != SB_USER_USERNS) {
		free(warm);
		return sb_fails(why, "no user namespaces");
	}
	if (!warm)
		return sb_fails(why, "memory");
	warm->control_fd = -1;
	for (int i = 0; i < 3; i++)
		warm->pipe_fd[i] = -1;
	if (start(warm, spec, why)) {
		sb_warm_close(warm);
		return -1;
	}
	*out = warm;
	return 0;
}

static void lose(struct sb_warm *warm, const char *note)
{
	warm->state = SB_WARM_LOST;
	(void)snprintf(warm->note, sizeof(warm->note), "%s", note);
}

enum sb_warm_state sb_warm_state(struct sb_warm *warm, int wait_ms)
{
	struct pollfd wait = {warm->control_fd, POLLIN, 0};
	struct warm_reply hello = {0};
	int ready;
	ssize_t got;

	if (warm->state != SB_WARM_BOOTING)
		return warm->state;
	ready = poll(&wait, 1, wait_ms); /* what there is, recv() tells */
	got = recv(warm->control_fd, &hello, sizeof(hello), MSG_DONTWAIT);
	hello.fail.step[sizeof(hello.fail.step) - 1] = '\0';
	if (got == (ssize_t)sizeof(hello) && !*hello.fail.step)
		warm->state = SB_WARM_READY;
	else if (got == (ssize_t)sizeof(hello))
		lose(warm, hello.fail.step);
	else if (got >= 0 || (errno != EAGAIN && errno != EINTR))
		lose(warm, "it ended before it came to its script");
	else if (wait_ms > 0 && ready == 0)
		lose(warm, "it did not come to its script in time");
	return warm->state;
}

const struct sb *sb_warm_box(const struct sb_warm *warm)
{
	return warm->box;
}

const char *sb_warm_note(const struct sb_warm *warm)
{
	return warm->note;
}

void sb_warm_close(struct sb_warm *warm)
{
	if (!warm)
		return;
	sb_ahead_close(warm->ahead);
	(void)sb_tidy(true); /* boxes that were forked from it */
	fds_close(&warm->control_fd, 1);
	sb_close(warm->box);
	fds_close(warm->pipe_fd, 3);
	free(warm->root_file);
	free(warm->script);
	warm_forget(&warm->own);
	free(warm);
}

void sb_warm_stock(const struct sb_spec *spec)
{
	struct sb_warm *warm = spec->warm;
	struct sb_fail why;

	if (warm->ahead && sb_ahead_misses(warm->ahead)) {
		sb_ahead_close(warm->ahead);
		warm->ahead = NULL;
	}
	if (!warm->ahead && warm->state == SB_WARM_READY)
		warm->ahead = sb_ahead_open(spec, &why);
}

struct sb *sb_warm_in_stock(const struct sb_spec *spec)
{
	struct sb_warm *warm = spec->warm;

	return warm && warm->ahead ? sb_ahead_give(&warm->ahead, spec, NULL)
				   : NULL;
}

/* Forking a box. */

/* The fds that BOX needs there, and what they are. */
static void gather(const struct sb *box, int about, int fds[WARM_FDS_MAX],
	struct warm_packet *packet)
{
	const struct sb_spec *spec = box->spec;

	fds[WARM_DESCRIPTION] = about;
	fds[WARM_CHANNEL] = box->child_fd[CHILD_CHANNEL];
	fds[WARM_SETUP] = box->child_fd[CHILD_SETUP];
	fds[WARM_GATE] = box->child_fd[CHILD_GATE];
	fds[WARM_STDIN] = spec->stdin_fd;
	fds[WARM_STDOUT] = spec->stdout_fd;
	fds[WARM_STDERR] = spec->stderr_fd;
	*packet = (struct warm_packet){.fd_count = WARM_CGROUP};
	if (box->memory == SB_MEMORY_CGROUP2) {
		packet->born_there = 1;
		fds[packet->fd_count++] = box->cgroup[CG_MEMORY].dir_fd;
		return;
	}
	for (uint32_t i = 0; i < CG_COUNT; i++) {
		if (box->cgroup[i].tasks_fd < 0)
			continue;
		packet->cgroups |= UINT32_C(1) << i;
		fds[packet->fd_count++] = box->cgroup[i].tasks_fd;
	}
}

static int ask(const struct sb *box, int about)
{
	int fds[WARM_FDS_MAX];
	struct warm_packet packet;

	gather(box, about, fds, &packet);
	return pass_send(box->spec->warm->control_fd, &packet, sizeof(packet),
		fds, packet.fd_count);
}

/* The process behind PIDFD, in our own pid namespace; -1: it has ended; 0: it
 * is no pidfd of a process that we see. */
static pid_t pid_of(int pidfd)
{
	char path[64];
	char text[1024];
	const char *at;

	(void)snprintf(path, sizeof(path), "/proc/self/fdinfo/%d", pidfd);
	if (file_text(path, text, sizeof(text)))
		return 0;
	at = strstr(text, "\nPid:");
	return at ? (pid_t)strtol(at + 5, NULL, 10) : 0;
}

/* The answer: BOX's pidfd, or *WHY there is none. */
static int hear(struct sb *box, struct sb_fail *why)
{
	struct pollfd wait = {box->spec->warm->control_fd, POLLIN, 0};
	struct warm_reply reply = {0};
	int fds[PASS_MAX];
	int count;
	int ready;

	do
		ready = poll(&wait, 1, REPLY_MS);
	while (ready < 0 && errno == EINTR);
	if (ready == 0)
		errno = ETIMEDOUT;
	count = ready > 0 ? pass_receive(wait.fd, &reply, sizeof(reply), fds)
			  : -1;
	if (count < 0)
		return sb_fails(why, "wait for the warm program");
	if (count == 1 && !*reply.fail.step)
		box->init = pid_of(fds[0]);
	if (box->init) {
		box->pidfd = fds[0];
		return 0;
	}
	pass_close(fds, (size_t)count);
	if (*reply.fail.step) {
		reply.fail.step[sizeof(reply.fail.step) - 1] = '\0';
		*why = reply.fail;
		return -1;
	}
	errno = EPROTO;
	return sb_fails(why, "pidfd of the warm program");
}

int sb_warm_clone(struct sb *box, struct sb_fail *why)
{
	int about;
	int result;

	/* Lost in the meantime, to a box for the stock: see below. */
	if (box->spec->warm->state != SB_WARM_READY) {
		errno = ECANCELED;
		return sb_fails(why, "ask the warm program");
	}
	about = warm_describe(box->spec, box->rows, box->memory);
	if (about < 0)
		return sb_fails(why, "memory");
	box->forked = true;
	result = ask(box, about) ? sb_fails(why, "ask the warm program")
				 : hear(box, why);
	(void)close(about); /* it has its own */
	/* An answer that comes late would be taken for the next. */
	if (result)
		lose(box->spec->warm, why->step);
	return result;
}
