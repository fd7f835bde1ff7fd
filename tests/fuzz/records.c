/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Fuzzes what the child says to the supervisor: `make fuzz`. The first byte
 * says over which of its two ways the rest comes: the set-up pipe, on which
 * nothing but two READY may be taken for a box that stands, or the channel, on
 * which the end and the collected files come. The supervisor must not read
 * beyond what has come, nor wait for more.
 */

#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/error.h"
#include "core/result.h"
#include "core/result_files.h"
#include "core/sandbox_error.h"
#include "sandbox/layer.h"

#define COLLECT_BYTES 4096
/* No more than a pipe or a socket takes without a reader. */
#define INPUT_MAX 32768

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void hold(int sound)
{
	if (!sound)
		abort();
}

/* One that lives as long as we do, so that there is an init not to be reaped.
 */
static pid_t sleeper(void)
{
	static pid_t pid;

	if (pid)
		return pid;
	pid = fork();
	hold(pid >= 0);
	if (pid == 0) {
		hold(!prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0));
		for (;;)
			(void)pause();
	}
	return pid;
}

/* What is said of a failure is text, whatever came. */
static void fail_hold(const struct sb_fail *why)
{
	struct error e = {0};

	hold(strnlen(why->step, sizeof(why->step)) < sizeof(why->step));
	(void)sandbox_error(&e, why, "/usr/bin/true");
	hold(*e.message != 0);
}

static bool is_ready(const uint8_t *data, size_t size, size_t index)
{
	struct sb_record record;

	if (size < (index + 1) * sizeof(record))
		return false;
	memcpy(&record, data + index * sizeof(record), sizeof(record));
	return record.type == SB_RECORD_READY &&
	       memchr(record.fail.step, '\0', sizeof(record.fail.step));
}

/* The set-up pipe says DATA, and ends. */
static void setup(const uint8_t *data, size_t size)
{
	struct sb box = {.gate_fd = -1, .channel_fd = -1, .root_fd = -1};
	struct sb_fail why;
	int ends[2];
	int ready;

	hold(!pipe(ends) && write(ends[1], data, size) == (ssize_t)size);
	(void)close(ends[1]);
	box.setup_fd = ends[0];
	ready = sb_ready(&box, &why);
	hold((ready == 1) ==
		(is_ready(data, size, 0) && is_ready(data, size, 1)));
	if (ready < 0)
		fail_hold(&why);
	if (ready == 1) {
		hold(!pipe(ends));
		box.gate_fd = ends[1];
		/* The end alone is execve's success. */
		hold((sb_go(&box, &why) == 0) ==
			(size == 2 * sizeof(struct sb_record)));
		if (*why.step)
			fail_hold(&why);
		(void)close(ends[0]);
	}
	(void)close(box.setup_fd);
}

static void collected_hold(const struct sb *box)
{
	const char *end = box->inbox + box->inbox_len;

	for (size_t i = 0; i < box->collected_count; i++) {
		const struct sb_collected *item = &box->collected[i];

		hold(item->path > box->inbox && item->path < end);
		hold(item->path + strlen(item->path) < end);
		hold(!item->refusal || (!item->data && !item->len));
		hold(item->refusal || item->data + item->len <= end);
	}
}

/* The channel says DATA, and ends. */
static void channel(const uint8_t *data, size_t size)
{
	const struct sb_spec spec = {
		.collect_count = 1, .collect_bytes = COLLECT_BYTES};
	struct sb box = {.spec = &spec, .pidfd = -1, .init = sleeper()};
	struct sb_usage usage;
	struct run_result *run = calloc(1, sizeof(*run));
	struct result result = {.run = run, .count = 1};
	int ends[2];

	for (size_t i = 0; i < CG_COUNT; i++)
		box.cgroup[i].dir_fd = box.cgroup[i].tasks_fd = -1;
	hold(!socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
	hold(write(ends[1], data, size) == (ssize_t)size);
	(void)close(ends[1]);
	box.channel_fd = ends[0];
	box.ticked_us = sb_now_us();
	/* Without an end, init is waited for: it may have been killed. */
	hold(sb_pump(&box) == (size < sizeof(struct sb_end_record)));
	hold(box.have_end == box.over);
	hold(box.have_end == (size >= sizeof(struct sb_end_record)));
	if (!box.over)
		sb_collect_take(&box);
	collected_hold(&box);
	sb_usage(&box, &usage);
	hold(run && !result_files(&usage, run));
	result_free(&result);
	if (box.channel_fd >= 0)
		(void)close(box.channel_fd);
	free(box.collected);
	free(box.inbox);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (!size || size > INPUT_MAX)
		return 0;
	if (data[0] % 2)
		setup(data + 1, size - 1);
	else
		channel(data + 1, size - 1);
	return 0;
}
