/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * A box in stock: confined before there is a run for it, so that a run waits
 * for none of that.
 *
 * Theory of operation: the box is built like that of the last run. A run that
 * has the same limits, and nothing but a script, takes it over. Any other has a
 * box built for it. One that has died, or was not to be had, is not missed.
 *
 * Forked from a warm program, it is built without files and with /dev/null for
 * its three fds, and waits at its gate: what the run has of its own goes
 * through that (gate.c). Without one, its program is started, with pipes that
 * are the run's when it comes, and waits where it reads its script (fifo.c).
 *
 * Must not: be used for two runs, nor know anything of one that came before.
 */

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sandbox/ahead.h"
#include "sandbox/fifo.h"
#include "sandbox/gate.h"
#include "sandbox/layer.h"
#include "sandbox/warm.h"

/* When so many runs did not fit, the last is the better model. */
#define MISSED_MAX 2

struct sb_ahead {
	struct warm_description like; /* what BOX was made of */
	struct sb *box;
	struct sb_pipes pipe; /* of one that was started; owned */
	int missed;           /* runs that it did not fit */
};

/* Init is to know what is collected, and a payload may not write what its run
 * may not. */
bool sb_plain(const struct sb_spec *spec)
{
	return spec->file_count == 1 && !spec->collect_count &&
	       spec->file[0].len <= (size_t)spec->limits.file_size_bytes;
}

/* SPEC as the box's own, without anything of its run. */
static int take_spec(struct sb_ahead *ahead, const struct sb_spec *spec)
{
	const struct sb_file script = {spec->file[0].path, "", 0};
	struct sb_spec plain = *spec;

	plain.file = &script;
	plain.file_count = spec->warm ? 0 : 1;
	if (warm_copy(&plain, &ahead->like))
		return -1;
	ahead->like.spec.warm = spec->warm;
	ahead->like.spec.waits = !spec->warm;
	ahead->like.spec.pipe_bytes = spec->pipe_bytes;
	return 0;
}

/* Pipes for its 0, 1 and 2. 0, or -1 with errno. */
static int make_pipes(struct sb_ahead *ahead)
{
	struct sb_spec *own = &ahead->like.spec;

	for (int i = 0; i < 3; i++)
		if (sb_pipe(own->pipe_bytes, ahead->pipe.fd[i]))
			return -1;
	sb_pipes_into(&ahead->pipe, own);
	return 0;
}

static int start(
	struct sb_ahead *ahead, const struct sb_spec *spec, struct sb_fail *why)
{
	int result = -1;

	if (!sb_plain(spec) || take_spec(ahead, spec) || make_pipes(ahead))
		return sb_fails(why, "a box in stock");
	result = sb_begin(&ahead->like.spec, &ahead->box, why);
	if (!result) {
		(void)close(ahead->box->gate_fd); /* it is init's alone */
		ahead->box->gate_fd = -1;
	}
	return result;
}

static int fork_one(
	struct sb_ahead *ahead, const struct sb_spec *spec, struct sb_fail *why)
{
	struct sb_spec *own = &ahead->like.spec;
	int null_fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	int result = -1;

	if (null_fd < 0 || !sb_plain(spec) || take_spec(ahead, spec)) {
		sb_fails(why, "a box in stock");
	} else {
		own->stdin_fd = own->stdout_fd = own->stderr_fd = null_fd;
		result = sb_begin(own, &ahead->box, why);
	}
	if (null_fd >= 0)
		(void)close(null_fd); /* the box has its own */
	return result;
}

struct sb_ahead *sb_ahead_open(const struct sb_spec *spec, struct sb_fail *why)
{
	struct sb_ahead *ahead = calloc(1, sizeof(*ahead));

	*why = (struct sb_fail){.layer = -1};
	if (!ahead) {
		sb_fails(why, "memory");
		return NULL;
	}
	ahead->pipe = SB_PIPES_NONE;
	if (!(spec->warm ? fork_one(ahead, spec, why)
			 : start(ahead, spec, why)))
		return ahead;
	sb_ahead_close(ahead);
	return NULL;
}

/* Is its set-up going well, and does it live? */
enum sb_warm_state sb_ahead_state(struct sb_ahead *ahead, struct sb_fail *why)
{
	struct sb *box = ahead->box;
	int ready = sb_ready(box, why);
	/* Who is at the gate would shut it by its end; a program that waits has
	 * nothing more to say. */
	struct pollfd ends[] = {{box->pidfd, POLLIN, 0}, {box->gate_fd, 0, 0},
		{box->waits && ready > 0 ? box->setup_fd : -1, POLLIN, 0}};

	if (ready >= 0 && poll(ends, 3, 0) != 0)
		ready = sb_fails(why, "it ended while it waited");
	if (ready < 0)
		return SB_WARM_LOST;
	return ready ? SB_WARM_READY : SB_WARM_BOOTING;
}

int sb_ahead_fd(const struct sb_ahead *ahead)
{
	return ahead->box->setup_fd;
}

static bool same_limits(const struct sb_limits *a, const struct sb_limits *b)
{
	return !memcmp(a, b, sizeof(*a)); /* no padding: int64_t each */
}

static bool fits(const struct sb_ahead *ahead, const struct sb_spec *spec)
{
	return sb_plain(spec) &&
	       same_limits(&spec->limits, &ahead->like.spec.limits) &&
	       spec->pipe_bytes == ahead->like.spec.pipe_bytes;
}

/* Hand BOX what its spec has of its own. 0, or -1. */
static int hand_over(struct sb *box)
{
	if (box->waits)
		return fifo_hand_over(box);
	return sb_fds_give(box) || gate_hand_over(box) ? -1 : 0;
}

struct sb *sb_ahead_give(struct sb_ahead **from, const struct sb_spec *spec,
	struct sb_pipes *pipe)
{
	struct sb_ahead *ahead = *from;
	struct sb_fail why;
	struct sb *box = NULL;

	if (!fits(ahead, spec)) {
		ahead->missed++;
		return NULL;
	}
	ahead->box->spec = spec;
	if (sb_ahead_state(ahead, &why) != SB_WARM_LOST &&
		!hand_over(ahead->box)) {
		box = ahead->box;
		ahead->box = NULL;
	}
	if (box && pipe) {
		*pipe = ahead->pipe;
		ahead->pipe = SB_PIPES_NONE;
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
	sb_pipes_close(&ahead->pipe);
	warm_forget(&ahead->like);
	free(ahead);
}
