/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Going through the order in the child, and the way out when a row fails. */

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "sandbox/file.h"
#include "sandbox/layer.h"
#include "sandbox/times.h"

int sb_fails(struct sb_fail *why, const char *step)
{
	size_t len = strnlen(step, sizeof(why->step) - 1);

	why->err = errno;
	memcpy(why->step, step, len);
	why->step[len] = '\0';
	return -1;
}

void sb_give_up(const struct sb *box, const struct sb_fail *why)
{
	struct sb_record record = {.type = SB_RECORD_FAIL, .fail = *why};

	/* When even this fails the supervisor sees the end without READY. */
	(void)file_write(box->child_fd[CHILD_SETUP], &record, sizeof(record));
	_exit(SB_EXIT_SETUP);
}

/* Do STEP of ROW (NULL = it has none), where the row is in force. */
static void do_step(const struct sb *box, size_t row,
	int (*step)(const struct sb *box, struct sb_fail *why),
	struct sb_fail *why)
{
	int64_t began;

	if (!step || !sb_has(box, (enum sb_row_index)row))
		return;
	began = sb_times_start(box->spec);
	if (step(box, why)) {
		why->layer = (int32_t)row;
		sb_give_up(box, why);
	}
	sb_times_add(box->spec, row, began);
}

void sb_enter(const struct sb *box, enum sb_stage stage, struct sb_fail *why)
{
	for (size_t row = 0; row < sb_order_count; row++)
		if (sb_order[row].layer->stage == stage)
			do_step(box, row, sb_order[row].layer->enter, why);
}

void sb_before_ids(const struct sb *box, struct sb_fail *why)
{
	for (size_t row = 0; row < sb_order_count; row++)
		do_step(box, row, sb_order[row].layer->before_ids, why);
}
