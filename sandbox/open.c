/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Building a box: prepare every row, make the child, let it through its
 * set-up, and take it to the gate or find out why not.
 */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "sandbox/file.h"
#include "sandbox/gate.h"
#include "sandbox/layer.h"
#include "sandbox/pass.h"
#include "sandbox/times.h"

#define SETUP_MS 10000
#define LAST_WORD_MS 100
#define READIES 2         /* init and payload each say it once */
#define READIES_WAITING 3 /* and init once more, of a program that waits */

/* Does ROW need the supervisor, for a box that is forked as well? The warm
 * program has prepared the others, once for all of its boxes. */
static bool prepares(const struct sb *box, enum sb_row_index row)
{
	return sb_has(box, row) && sb_order[row].layer->prepare &&
	       (!box->spec->warm || row == ROW_CGROUP || row == ROW_FDS);
}

static int prepare(struct sb *box, struct sb_fail *why)
{
	int64_t began;

	for (size_t row = 0; row < sb_order_count; row++) {
		const struct sb_layer *layer = sb_order[row].layer;

		if (!prepares(box, (enum sb_row_index)row))
			continue;
		began = sb_times_start(box->spec);
		if (layer->prepare(box, why)) {
			why->layer = (int32_t)row;
			return -1;
		}
		sb_times_add(box->spec, row, began);
	}
	return 0;
}

/* A pipe or socket pair with one end for us and one for the child. */
static int connect_child(int *own, int *child, bool socket, bool we_read)
{
	int ends[2];
	int result = socket ? socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0,
				      ends)
			    : pipe2(ends, O_CLOEXEC);

	if (result)
		return -1;
	*own = ends[we_read ? 0 : 1];
	*child = ends[we_read ? 1 : 0];
	return 0;
}

static int make_pipes(struct sb *box, struct sb_fail *why)
{
	if (connect_child(&box->channel_fd, &box->child_fd[CHILD_CHANNEL], true,
		    true) ||
		connect_child(&box->setup_fd, &box->child_fd[CHILD_SETUP],
			false, true) ||
		connect_child(
			&box->gate_fd, &box->child_fd[CHILD_GATE], true, false))
		return sb_fails(why, "pipe");
	return 0;
}

/* Wait for word of the set-up, until it has taken too long. 0, or -1 with *WHY.
 */
static int wait_setup(const struct sb *box, struct sb_fail *why)
{
	struct pollfd wait = {box->setup_fd, POLLIN, 0};
	int ready;

	do {
		int64_t left = box->setup_until_us - sb_now_us();

		ready = poll(&wait, 1, left > 0 ? (int)(left / 1000) + 1 : 0);
	} while (ready < 0 && errno == EINTR);
	if (ready == 0)
		errno = ETIMEDOUT;
	return ready > 0 ? 0 : sb_fails(why, "wait for the set-up");
}

/* Init and payload are copies of us, and not yet the program; yet what comes
 * from inside is looked at before it is believed. */
static bool sound(const struct sb_record *record)
{
	return (record->type == SB_RECORD_READY ||
		       record->type == SB_RECORD_FAIL) &&
	       memchr(record->fail.step, '\0', sizeof(record->fail.step));
}

/* The next record of the set-up pipe, which is there. 1: *RECORD is filled; 0:
 * its end; -1 with *WHY. */
static int next_record(
	const struct sb *box, struct sb_record *record, struct sb_fail *why)
{
	ssize_t got = read(box->setup_fd, record, sizeof(*record));

	if (got == 0 || (got == sizeof(*record) && sound(record)))
		return got != 0;
	errno = got < 0 ? errno : EPROTO;
	return sb_fails(why, "read of the set-up");
}

/* Killed, or out of memory: never taken for a run. */
static int lost(struct sb_fail *why)
{
	errno = 0;
	why->layer = -1;
	return sb_fails(why, "the child was lost in its set-up");
}

/* Take in a READY of init or of the payload. 0, or -1 with *WHY: it is
 * something else. */
static int take_ready(struct sb *box, struct sb_fail *why)
{
	struct sb_record record;
	int got = next_record(box, &record, why);

	if (got < 0)
		return -1;
	if (got == 0)
		return lost(why);
	if (record.type != SB_RECORD_READY) {
		*why = record.fail;
		return -1;
	}
	box->empty_proc = box->empty_proc || record.empty_proc;
	box->readies++;
	return 0;
}

/* The fds that init hands to the watchdog before READY. */
static int take_watch_fds(struct sb *box, struct sb_fail *why)
{
	char word = 0;
	int fds[PASS_MAX];
	int count = pass_receive(box->channel_fd, &word, 1, fds);

	if (count < 1)
		return sb_fails(why, "take the watchdog's fds");
	box->root_fd = fds[0];
	box->proc_fd = count > 1 ? fds[1] : -1;
	return 0;
}

/* The supervisor's share of the set-up, and the word to begin. */
static int release_child(struct sb *box, struct sb_fail *why)
{
	const char go = SB_GO;

	why->layer = ROW_USERNS;
	if (!box->forked && sb_userns_map(box, why))
		return -1;
	why->layer = -1;
	if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0))
		return sb_fails(why, "prctl PR_SET_DUMPABLE");
	if (send(box->channel_fd, &go, 1, MSG_NOSIGNAL) != 1)
		return sb_fails(why, "start of the set-up");
	return 0;
}

/* When the child has ended on its own account, what it said is the reason for
 * whatever we could not do with it; or that it said nothing. */
static void hear_child(const struct sb *box, struct sb_fail *why)
{
	struct pollfd wait = {box->setup_fd, POLLIN, 0};
	struct sb_record record;
	ssize_t got;

	if (poll(&wait, 1, LAST_WORD_MS) != 1)
		return;
	got = read(box->setup_fd, &record, sizeof(record));
	if (got == 0)
		lost(why);
	else if (got == sizeof(record) && sound(&record) &&
		 record.type == SB_RECORD_FAIL)
		*why = record.fail;
}

static int make_child(struct sb *box, struct sb_fail *why)
{
	if (box->spec->warm)
		return sb_warm_clone(box, why);
	return sb_clone(box,
		box->memory == SB_MEMORY_CGROUP2 ? box->cgroup[CG_MEMORY].dir_fd
						 : -1,
		why);
}

static int launch(struct sb *box, struct sb_fail *why)
{
	if (make_pipes(box, why) || make_child(box, why))
		return -1;
	fds_close(box->child_fd, 3); /* the child has its own */
	box->setup_until_us = sb_now_us() + SETUP_MS * INT64_C(1000);
	if (release_child(box, why)) {
		hear_child(box, why);
		return -1;
	}
	if (!box->forked)
		sb_cgroup_sweep(box); /* now, since we wait anyway */
	return 0;
}

int sb_setup_fd(const struct sb *box)
{
	return box->setup_fd;
}

int sb_ready(struct sb *box, struct sb_fail *why)
{
	struct pollfd word = {box->setup_fd, POLLIN, 0};

	*why = (struct sb_fail){.layer = -1};
	while (box->readies < (box->waits ? READIES_WAITING : READIES)) {
		if (poll(&word, 1, 0) == 1) {
			if (take_ready(box, why))
				return -1;
		} else if (sb_now_us() < box->setup_until_us) {
			return 0;
		} else {
			errno = ETIMEDOUT;
			return sb_fails(why, "wait for the set-up");
		}
	}
	if (sb_watched(box) && box->root_fd < 0 && take_watch_fds(box, why))
		return -1;
	return 1;
}

/* As begin(), once. */
static struct sb *try_begin(
	const struct sb_spec *spec, uint32_t rows, struct sb_fail *why)
{
	struct sb *box = sb_warm_in_stock(spec);

	*why = (struct sb_fail){.layer = -1};
	if (box)
		return box;
	box = calloc(1, sizeof(*box));
	if (!box) {
		sb_fails(why, "memory");
		return NULL;
	}
	box->spec = spec;
	box->rows = rows;
	box->waits = spec->waits;
	box->model = spec->warm ? sb_warm_box(spec->warm) : NULL;
	sb_find_ids(box);
	box->pidfd = box->channel_fd = box->setup_fd = box->gate_fd = -1;
	box->root_fd = box->proc_fd = -1;
	box->cpu_ms = -1;
	for (size_t i = 0; i < 3; i++)
		box->child_fd[i] = -1;
	for (size_t i = 0; i < CG_COUNT; i++)
		box->cgroup[i].dir_fd = box->cgroup[i].tasks_fd = -1;
	if (prepare(box, why) || launch(box, why)) {
		sb_close(box);
		return NULL;
	}
	return box;
}

/* A box of exactly ROWS on its way; NULL with *WHY. Boxes that still end have
 * fds, processes and namespaces: who lacks such waits for their end. */
static struct sb *begin(
	const struct sb_spec *spec, uint32_t rows, struct sb_fail *why)
{
	struct sb *box = try_begin(spec, rows, why);

	if (!box && sb_await_ending())
		box = try_begin(spec, rows, why);
	return box;
}

uint32_t sb_rows_of(const struct sb_spec *spec)
{
	uint32_t rows = spec->off ? ROWS_OFF : ROWS_ALL;

	if (spec->network == SB_NETWORK_HOST)
		rows &= ~ROW_BIT(ROW_NET);
	return rows;
}

int sb_begin(const struct sb_spec *spec, struct sb **box, struct sb_fail *why)
{
	*box = begin(spec, sb_rows_of(spec), why);
	return *box ? 0 : -1;
}

int sb_open_only(const struct sb_spec *spec, uint32_t rows, struct sb **out,
	struct sb_fail *why)
{
	struct sb *box = begin(spec, rows, why);
	int ready;

	if (!box)
		return -1;
	while ((ready = sb_ready(box, why)) == 0)
		if (wait_setup(box, why)) {
			ready = -1;
			break;
		}
	if (ready < 0) {
		sb_close(box);
		return -1;
	}
	*out = box;
	return 0;
}

int sb_open(const struct sb_spec *spec, struct sb **box, struct sb_fail *why)
{
	return sb_open_only(spec, sb_rows_of(spec), box, why);
}

int sb_go(struct sb *box, struct sb_fail *why)
{
	struct sb_record record;
	int got;

	*why = (struct sb_fail){.layer = -1};
	box->setup_cpu_ms = sb_cgroup_cpu_ms(box);
	box->started_us = box->ticked_us = sb_now_us();
	box->setup_until_us = box->started_us + SETUP_MS * INT64_C(1000);
	if (gate_open(box, why)) {
		hear_child(box, why);
		return -1;
	}
	if (wait_setup(box, why))
		return -1;
	if (box->waits)
		return take_ready(box, why);
	got = next_record(box, &record, why);
	if (got > 0)
		*why = record.fail;
	return got ? -1 : 0;
}
