/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The supervisor's side of collect.c. Init lives where the program does, so
 * that nothing which it says is taken for true before it was looked at.
 */

#include <stdlib.h>
#include <string.h>

#include "sandbox/layer.h"

size_t sb_inbox_max(const struct sb *box)
{
	const size_t records = SB_COLLECT_FILES + SB_COLLECT_REFUSED + 1;

	return sizeof(struct sb_end_record) +
	       records * sizeof(struct sb_file_record) + SB_COLLECT_FILES +
	       SB_COLLECT_REFUSED * SB_PATH_BYTES +
	       (size_t)box->spec->collect_bytes;
}

/* Is RECORD, with LEFT bytes behind it, one that init may send? */
static bool sound(
	const struct sb_file_record *record, const char *path, size_t left)
{
	return record->path_len <= left &&
	       record->size <= left - record->path_len &&
	       path[record->path_len - 1] == '\0' &&
	       record->refusal < SB_REFUSAL_COUNT &&
	       (!record->refusal || !record->size);
}

/* One collected file at *AT of the inbox. False: the end, or cut short. */
static bool take(struct sb *box, size_t *at)
{
	struct sb_file_record record;
	struct sb_collected *collected;
	const char *path;

	if (box->inbox_len < *at + sizeof(record))
		return false;
	memcpy(&record, box->inbox + *at, sizeof(record));
	*at += sizeof(record);
	if (!record.path_len) {
		box->collect_truncated = record.truncated;
		return false;
	}
	path = box->inbox + *at;
	if (!sound(&record, path, box->inbox_len - *at))
		return false;
	*at += record.path_len + record.size;
	collected = realloc(box->collected,
		(box->collected_count + 1) * sizeof(*collected));
	if (!collected)
		return false;
	box->collected = collected;
	collected[box->collected_count++] = (struct sb_collected){path,
		(enum sb_refusal)record.refusal,
		record.refusal ? NULL : path + record.path_len, record.size};
	return true;
}

void sb_collect_take(struct sb *box)
{
	size_t at = sizeof(struct sb_end_record);

	/* Until init says that it has come to its end. */
	box->collect_truncated = box->spec->collect_count > 0;
	while (take(box, &at))
		;
}
