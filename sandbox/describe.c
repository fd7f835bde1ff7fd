/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The sandbox in words, and each of its layers tried on this host. */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "sandbox/describe.h"
#include "sandbox/layer.h"

size_t sb_layer_count(void)
{
	return sb_order_count;
}

const char *sb_layer_name(size_t index)
{
	return sb_order[index].layer->name;
}

/* Limits that any host can bear: nothing of a caller's runs in a probe. */
static const struct sb_limits probe_limits = {
	.cpu_time_ms = 10000,
	.memory_bytes = 64 << 20,
	.processes = 64,
	.open_files = 64,
	.file_size_bytes = 1 << 20,
	.workdir_bytes = 1 << 20,
};

/* What was tried, and what came of it. */
struct probe {
	size_t row;
	int ends[2];      /* of the pipe that the payload writes to */
	char detail[160]; /* of the row as it was seen; "" = it was not */
};

/* What the payload of BOX sees of itself. */
static int hear(struct sb *box, const struct probe *probe, struct sb_seen *seen,
	struct sb_fail *why)
{
	/* It returns when the payload has ended. */
	if (sb_go(box, why))
		return -1;
	if (read(probe->ends[0], seen, sizeof(*seen)) == sizeof(*seen))
		return 0;
	errno = 0;
	return sb_fails(why, "the payload did not say what it saw");
}

/* Open a box of the row and those that it stands on around nothing, see what is
 * in force in it, and take it down again. */
static int try_row(struct probe *probe, struct sb_fail *why)
{
	const struct sb_row *row = &sb_order[probe->row];
	const struct sb_spec spec = {.limits = probe_limits,
		.stdin_fd = probe->ends[0],
		.stdout_fd = probe->ends[1],
		.stderr_fd = probe->ends[1]};
	struct sb_seen seen = {0};
	struct sb *box = NULL;
	int result = sb_open_only(
		&spec, ROW_BIT(probe->row) | row->stands_on, &box, why);

	if (!result)
		result = hear(box, probe, &seen, why);
	if (!result && !row->layer->detail(box, &seen, probe->detail,
			       sizeof(probe->detail))) {
		errno = 0;
		result = sb_fails(why, "read back");
		why->layer = (int32_t)probe->row;
	}
	sb_close(box);
	return result;
}

/* Put WHY, with what was seen instead, into *STATE. */
static void put_failure(struct sb_state *state, const struct sb_fail *why,
	const struct probe *probe)
{
	const char *end = why->err ? strerror(why->err) : probe->detail;

	(void)snprintf(state->detail, sizeof(state->detail), "%s: %s%s%s",
		sb_fail_layer(why), why->step, *end ? ": " : "", end);
	(void)snprintf(state->remedy, sizeof(state->remedy), "%s",
		sb_fail_remedy(why));
}

void sb_probe(size_t index, struct sb_state *state)
{
	struct probe probe = {.row = index};
	struct sb_fail why = {.layer = -1};

	*state = (struct sb_state){.layer = sb_layer_name(index)};
	if (pipe2(probe.ends, O_CLOEXEC | O_NONBLOCK)) {
		sb_fails(&why, "pipe");
	} else {
		state->works = !try_row(&probe, &why);
		(void)close(probe.ends[0]); /* what was to be read was */
		(void)close(probe.ends[1]);
	}
	if (state->works)
		(void)snprintf(state->detail, sizeof(state->detail), "%s",
			probe.detail);
	else
		put_failure(state, &why, &probe);
}

const char *sb_fail_layer(const struct sb_fail *why)
{
	if (why->layer < 0 || (size_t)why->layer >= sb_order_count)
		return "setup";
	return sb_layer_name((size_t)why->layer);
}

const char *sb_fail_remedy(const struct sb_fail *why)
{
	const char *remedy = "";

	if (why->layer >= 0 && (size_t)why->layer < sb_order_count &&
		sb_order[why->layer].layer->remedy)
		remedy =
			sb_order[why->layer].layer->remedy(why->step, why->err);
	return *remedy ? remedy : sb_remedy(why->step, why->err);
}
