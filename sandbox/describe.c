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

/* Limits that any host can bear: nothing of a caller's runs in a probe. */
static const struct sb_limits probe_limits = {
	.cpu_time_ms = 10000,
	.memory_bytes = 64 << 20,
	.processes = 64,
	.open_files = 64,
	.file_size_bytes = 1 << 20,
	.workdir_bytes = 1 << 20,
};

/* Build a box with ROWS around nothing, let LAYER put its detail into *STATE,
 * and take it down again. */
static int try_rows(uint32_t rows, const struct sb_layer *layer,
	struct sb_state *state, struct sb_fail *why)
{
	int null_fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	struct sb_spec spec = {.limits = probe_limits,
		.stdin_fd = null_fd,
		.stdout_fd = null_fd,
		.stderr_fd = null_fd};
	struct sb *box = NULL;
	int result;

	*why = (struct sb_fail){.layer = -1};
	if (null_fd < 0)
		return sb_fails(why, "open /dev/null");
	result = sb_open_only(&spec, rows, &box, why);
	if (!result && layer->detail)
		layer->detail(box, state->detail, sizeof(state->detail));
	sb_close(box);
	(void)close(null_fd); /* it is /dev/null */
	return result;
}

void sb_probe(size_t index, struct sb_state *state)
{
	const struct sb_row *row = &sb_order[index];
	struct sb_fail why;

	*state = (struct sb_state){.layer = row->layer->name};
	state->works = !try_rows(
		ROW_BIT(index) | row->stands_on, row->layer, state, &why);
	if (state->works)
		return;
	(void)snprintf(state->detail, sizeof(state->detail), "%s: %s%s%s",
		sb_fail_layer(&why), why.step, why.err ? ": " : "",
		why.err ? strerror(why.err) : "");
	(void)snprintf(state->remedy, sizeof(state->remedy), "%s",
		sb_fail_remedy(&why));
}

const char *sb_fail_layer(const struct sb_fail *why)
{
	if (why->layer < 0 || (size_t)why->layer >= sb_order_count)
		return "setup";
	return sb_order[why->layer].layer->name;
}

const char *sb_fail_remedy(const struct sb_fail *why)
{
	const struct sb_layer *layer;

	if (why->layer < 0 || (size_t)why->layer >= sb_order_count)
		return why->err == ENOMEM || why->err == EAGAIN
			       ? "free memory, or raise the limit on processes"
			       : "";
	layer = sb_order[why->layer].layer;
	return layer->remedy ? layer->remedy(why->step, why->err) : "";
}
