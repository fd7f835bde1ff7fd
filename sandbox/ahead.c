/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * A box in stock: forked from a warm program and confined before there is a run
 * for it, so that a run waits for none of that.
 *
 * Theory of operation: the box is built like that of the last run, without its
 * files and with /dev/null for its three fds, and waits at its gate. A run that
 * has the same limits, and nothing but a script, takes it over: what it has of
 * its own goes through the gate (gate.c). Any other has a box built for it. One
 * that has died, or was not to be had, is not missed.
 *
 * Must not: be used for two runs, nor know anything of one that came before.
 */

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sandbox/ahead.h"
#include "sandbox/gate.h"
#include "sandbox/layer.h"
#include "sandbox/warm.h"

/* When so many runs did not fit, the last is the better model. */
#define MISSED_MAX 2

struct sb_ahead {
	struct warm_description like; /* what BOX was made of */
	struct sb *box;
	int missed; /* runs that it did not fit */
};

/* Can a run of SPEC, of the right kind, be had by a box that was built without
 * its files? Init is to know what is collected, and a payload may not write
 * what its run may not. */
static bool is_plain(const struct sb_spec *spec)
{
	return spec->file_count == 1 && !spec->collect_count &&
	       spec->file[0].len <= (size_t)spec->limits.file_size_bytes;
}

/* SPEC as the box's own, without anything of its run. */
static int take_spec(
	struct sb_ahead *ahead, const struct sb_spec *spec, int null_fd)
{
	struct sb_spec plain = *spec;

	plain.file = NULL;
	plain.file_count = 0;
	if (warm_copy(&plain, &ahead->like))
		return -1;
	ahead->like.spec.warm = spec->warm;
	ahead->like.spec.stdin_fd = null_fd;
	ahead->like.spec.stdout_fd = null_fd;
	ahead->like.spec.stderr_fd = null_fd;
	return 0;
}

struct sb_ahead *sb_ahead_open(const struct sb_spec *spec)
{
	struct sb_ahead *ahead = calloc(1, sizeof(*ahead));
	int null_fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	struct sb_fail why;

	if (ahead && null_fd >= 0 && is_plain(spec) &&
		!take_spec(ahead, spec, null_fd))
		(void)sb_begin(&ahead->like.spec, &ahead->box, &why);
	if (null_fd >= 0)
		(void)close(null_fd); /* the box has its own */
	if (ahead && ahead->box)
		return ahead;
	sb_ahead_close(ahead);
	return NULL;
}

/* Does it live, and is its set-up going well? */
static bool is_sound(struct sb *box)
{
	struct pollfd ends[] = {{box->gate_fd, 0, 0}, {box->pidfd, POLLIN, 0}};
	struct sb_fail why;

	return poll(ends, 2, 0) == 0 && sb_ready(box, &why) >= 0;
}

static bool same_limits(const struct sb_limits *a, const struct sb_limits *b)
{
	return !memcmp(a, b, sizeof(*a)); /* no padding: int64_t each */
}

static bool fits(const struct sb_ahead *ahead, const struct sb_spec *spec)
{
	return is_plain(spec) &&
	       same_limits(&spec->limits, &ahead->like.spec.limits);
}

struct sb *sb_ahead_give(struct sb_ahead **from, const struct sb_spec *spec)
{
	struct sb_ahead *ahead = *from;
	struct sb *box = NULL;

	if (!fits(ahead, spec)) {
		ahead->missed++;
		return NULL;
	}
	ahead->box->spec = spec;
	if (is_sound(ahead->box) && !sb_fds_give(ahead->box) &&
		!gate_hand_over(ahead->box)) {
		box = ahead->box;
		ahead->box = NULL;
	}
	sb_ahead_close(ahead);
	*from = NULL;
	return box;
}

bool sb_ahead_misses(const struct sb_ahead *ahead)
{
	return ahead->missed >= MISSED_MAX;
}

void sb_ahead_close(struct sb_ahead *ahead)
{
	if (!ahead)
		return;
	sb_close(ahead->box);
	warm_forget(&ahead->like);
	free(ahead);
}
