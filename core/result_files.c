/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Files and refusals apart, and the words for the latter. */

#include <stdlib.h>
#include <string.h>

#include "core/result.h"
#include "core/result_files.h"
#include "sandbox/sandbox.h"

static const char *const reasons[] = {
	[SB_REFUSAL_NONE] = "",
	[SB_REFUSAL_SYMBOLIC_LINK] = "symbolic_link",
	[SB_REFUSAL_HARD_LINK] = "hard_link",
	[SB_REFUSAL_DEVICE] = "device",
	[SB_REFUSAL_FIFO] = "fifo",
	[SB_REFUSAL_SOCKET] = "socket",
	[SB_REFUSAL_MOUNT] = "mount",
	[SB_REFUSAL_UNREADABLE] = "unreadable",
	[SB_REFUSAL_TOO_LARGE] = "too_large",
	[SB_REFUSAL_TOO_MANY] = "too_many",
	[SB_REFUSAL_TOO_DEEP] = "too_deep",
};

_Static_assert(sizeof(reasons) / sizeof(*reasons) == SB_REFUSAL_COUNT,
	"a word for each refusal");

static int compare_files(const void *a, const void *b)
{
	return strcmp(((const struct result_file *)a)->path,
		((const struct result_file *)b)->path);
}

static int compare_refused(const void *a, const void *b)
{
	return strcmp(((const struct result_refused *)a)->path,
		((const struct result_refused *)b)->path);
}

static int take_file(const struct sb_collected *from, struct run_result *out)
{
	struct result_file *file = &out->file[out->file_count++];

	file->path = strdup(from->path);
	if (!file->path)
		return -1;
	return buf_append(&file->content, from->data, from->len);
}

static int take_refused(const struct sb_collected *from, struct run_result *out)
{
	struct result_refused *refused = &out->refused[out->refused_count++];

	refused->reason = reasons[from->refusal];
	refused->path = strdup(from->path);
	return refused->path ? 0 : -1;
}

int result_files(const struct sb_usage *usage, struct run_result *out)
{
	size_t count = usage->collected_count;

	out->files_truncated = usage->collect_truncated;
	if (!count)
		return 0;
	out->file = calloc(count, sizeof(*out->file));
	out->refused = calloc(count, sizeof(*out->refused));
	if (!out->file || !out->refused)
		return -1;
	for (size_t i = 0; i < count; i++) {
		const struct sb_collected *from = &usage->collected[i];

		if (from->refusal ? take_refused(from, out)
				  : take_file(from, out))
			return -1;
	}
	qsort(out->file, out->file_count, sizeof(*out->file), compare_files);
	qsort(out->refused, out->refused_count, sizeof(*out->refused),
		compare_refused);
	return 0;
}
