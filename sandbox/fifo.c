/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Theory of operation: the box is like that of any run, but in the place of the
 * script there is a FIFO. Its program is let through the gate by init, as soon
 * as that has no privilege left; it boots, opens the FIFO, and waits in
 * read(2), since init has the writing end. Init hears of the opening (inotify)
 * and tells the supervisor.
 *
 * For the run, the supervisor sends the script (script.h) and init puts it, an
 * ordinary file, in the FIFO's place: a program that looks at its own script
 * later sees what it would have seen. When the gates open, init writes the
 * script to the FIFO, which has no name any more, and closes it: the program
 * has read its script.
 *
 * Must not: open anything by a path of the workdir once the program has had a
 * byte of the caller's, nor let init wait for the program: it may not read.
 */

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "sandbox/fifo.h"
#include "sandbox/file.h"
#include "sandbox/layer.h"
#include "sandbox/pass.h"
#include "sandbox/script.h"

/* How long init may take to put a script in its place. One that waits longer
 * boots its own program. */
#define ANSWER_MS 500
/* RLIMIT_CPU is so much behind the limit (rlimits.c), and counts the boot. */
#define BOOT_CPU_MS 1000

static int open_end(const char *name, struct fifo *fifo)
{
	struct stat root;
	struct stat st;
	/* A writer can open it when there is a reader: this one. */
	int both = open(name, O_RDWR | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);

	if (both < 0)
		return -1;
	fifo->to = open(name, O_WRONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
	(void)close(both); /* nothing was read */
	if (fifo->to < 0)
		return -1;
	if (fstat(fifo->to, &st) || stat("/", &root))
		return -1;
	errno = EINVAL; /* a folder of the host hides it */
	return S_ISFIFO(st.st_mode) && st.st_dev == root.st_dev ? 0 : -1;
}

int fifo_open(const struct sb *box, struct fifo *fifo, struct sb_fail *why)
{
	const char *name = box->spec->file[0].path;
	int result = 0;

	if (chdir(SB_WORKDIR) || open_end(name, fifo))
		result = sb_fails(why, "open of the FIFO");
	else if ((fifo->opened = inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) < 0 ||
		 inotify_add_watch(fifo->opened, name, IN_OPEN) < 0)
		result = sb_fails(why, "inotify");
	else if (chdir("/"))
		result = sb_fails(why, "chdir to the new root");
	(void)umask(022); /* the script is the program's, as its own would be */
	fifo->state = FIFO_BOOTING;
	return result;
}

void fifo_start(const struct sb *box, struct fifo *fifo, pid_t program)
{
	const char word = SB_GO;

	fifo->program = program;
	if (file_write(box->gate_fd, &word, 1))
		_exit(SB_EXIT_SETUP); /* it has said why it is not there */
	(void)close(box->gate_fd);    /* it has been used */
}

/* CPU time that the program has had. */
static int64_t cpu_ms(const struct fifo *fifo)
{
	struct timespec time = {0};
	clockid_t clock;

	if (!clock_getcpuclockid(fifo->program, &clock))
		(void)clock_gettime(clock, &time); /* or none was counted */
	return time.tv_sec * INT64_C(1000) + time.tv_nsec / 1000000;
}

static void say_ready(const struct sb *box, const struct fifo *fifo)
{
	struct sb_record record = {
		.type = SB_RECORD_READY, .boot_cpu_ms = cpu_ms(fifo)};

	if (file_write(box->child_fd[CHILD_SETUP], &record, sizeof(record)))
		_exit(SB_EXIT_SETUP); /* the supervisor is gone */
}

static void give_up(const struct sb *box, const char *step)
{
	struct sb_fail why = {.layer = -1};

	sb_fails(&why, step);
	sb_give_up(box, &why);
}

/* Does the program have it open? */
static bool is_read(const struct fifo *fifo)
{
	struct pollfd end = {fifo->to, 0, 0};

	return poll(&end, 1, 0) == 0; /* POLLERR: by nobody */
}

struct pollfd fifo_poll(const struct fifo *fifo)
{
	if (fifo->state == FIFO_BOOTING)
		return (struct pollfd){fifo->opened, POLLIN, 0};
	if (fifo->state == FIFO_FLOWING)
		return (struct pollfd){fifo->to, POLLOUT, 0};
	return (struct pollfd){-1, 0, 0};
}

static void hear_of_opening(const struct sb *box, struct fifo *fifo)
{
	char events[sizeof(struct inotify_event) + NAME_MAX + 1];

	(void)!read(fifo->opened, events, sizeof(events)); /* one says it */
	if (!is_read(fifo))
		return;            /* it was closed again */
	(void)close(fifo->opened); /* it was read */
	fifo->state = FIFO_WAITING;
	say_ready(box, fifo);
}

/* Write what it takes; and close it when that is all, at no other time: the end
 * that the program sees is the script's. */
static void flow(struct fifo *fifo)
{
	int result = script_copy(fifo->from, &fifo->at, fifo->to);
	int err = errno;

	if (result && err == EAGAIN)
		return;
	fifo->state = FIFO_NONE;
	(void)close(fifo->from); /* only read */
	if (!result)
		(void)close(fifo->to);   /* nothing is left to be written */
	else if (err != EPIPE)           /* the program may have had enough */
		(void)kill(-1, SIGKILL); /* this is the program */
}

void fifo_step(const struct sb *box, struct fifo *fifo)
{
	if (fifo->state == FIFO_BOOTING)
		hear_of_opening(box, fifo);
	else if (fifo->state == FIFO_FLOWING)
		flow(fifo);
}

static void take(const struct sb *box, struct fifo *fifo, int script)
{
	fifo->from = script;
	fifo->at = script_begin(script);
	errno = 0;
	if (!is_read(fifo))
		give_up(box, "the program does not wait for its script");
	if (!fifo->at || script_put(script))
		give_up(box, "write in the workdir");
	fifo->state = FIFO_TAKEN;
	say_ready(box, fifo);
}

static void go(const struct sb *box, struct fifo *fifo)
{
	errno = 0;
	if (!is_read(fifo))
		give_up(box, "the program does not wait for its script");
	/* Before the first byte: whoever has had one is not run twice. */
	say_ready(box, fifo);
	(void)close(box->child_fd[CHILD_SETUP]); /* it has been used */
	fifo->state = FIFO_FLOWING;
	flow(fifo);
}

bool fifo_told(const struct sb *box, struct fifo *fifo)
{
	int fds[PASS_MAX];
	char word;
	int count;

	if (fifo->state != FIFO_WAITING && fifo->state != FIFO_TAKEN)
		return false;
	count = pass_receive(box->child_fd[CHILD_CHANNEL], &word, 1, fds);
	if (count == 1 && word == SB_TAKE && fifo->state == FIFO_WAITING) {
		take(box, fifo, fds[0]);
		return true;
	}
	if (count == 0 && word == SB_GO && fifo->state == FIFO_TAKEN) {
		go(box, fifo);
		return true;
	}
	if (count > 0)
		pass_close(fds, (size_t)count); /* nobody is told of them */
	return false;
}

void fifo_lost(const struct sb *box, const struct fifo *fifo)
{
	if (fifo->state == FIFO_NONE || fifo->state == FIFO_FLOWING)
		return;
	errno = 0;
	give_up(box, fifo->state == FIFO_BOOTING
			     ? "it ended before it came to its script"
			     : "it ended while it waited for its script");
}

/* The supervisor's half. */

int fifo_hand_over(struct sb *box)
{
	const char word = SB_TAKE;
	const int script = script_make(&box->spec->file[0]);
	struct pollfd answer = {box->setup_fd, POLLIN, 0};
	struct sb_record record;
	int result;

	if (script < 0)
		return -1;
	result = pass_send(box->channel_fd, &word, 1, &script, 1);
	(void)close(script); /* init has its own */
	while (!result && (result = poll(&answer, 1, ANSWER_MS)) < 0 &&
		errno == EINTR)
		result = 0;
	if (result != 1 ||
		read(box->setup_fd, &record, sizeof(record)) !=
			sizeof(record) ||
		record.type != SB_RECORD_READY)
		return -1;
	box->boot_cpu_ms = record.boot_cpu_ms;
	return box->boot_cpu_ms < BOOT_CPU_MS ? 0 : -1;
}

int fifo_go(const struct sb *box)
{
	const char word = SB_GO;

	return send(box->channel_fd, &word, 1, MSG_NOSIGNAL) == 1 ? 0 : -1;
}
