/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* How much is left is told by bytes, for nobody has counted the lines. */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/progress.h"
#include "core/batch.h"
#include "core/clock.h"

#define BAR 20

void progress_start(struct progress *progress, int in_fd)
{
	struct stat st;

	*progress = (struct progress){.start_ms = clock_ms()};
	if (!fstat(in_fd, &st) && S_ISREG(st.st_mode))
		progress->bytes = st.st_size;
}

int64_t progress_ms(const struct progress *progress)
{
	return clock_ms() - progress->start_ms;
}

/* "[=====     ]  52% 0:07 left", when the end is known. */
static void put_bar(const struct progress *progress, int64_t bytes)
{
	int64_t left;
	int full;

	if (progress->bytes <= 0 || bytes <= 0)
		return;
	if (bytes > progress->bytes)
		bytes = progress->bytes;
	full = (int)(bytes * BAR / progress->bytes);
	left = progress_ms(progress) * (progress->bytes - bytes) / bytes / 1000;
	(void)fprintf(stderr,
		"[%.*s%*s] %3" PRId64 "%% %" PRId64 ":%02" PRId64 " left  ",
		full, "====================", BAR - full, "",
		bytes * 100 / progress->bytes, left / 60, left % 60);
}

void progress_show(void *to, const struct batch_summary *summary)
{
	struct progress *progress = to;
	int64_t took = progress_ms(progress);
	int64_t done = summary->completions + summary->refused;

	(void)fputc('\r', stderr);
	put_bar(progress, summary->bytes);
	(void)fprintf(stderr,
		"%" PRId64 " done, %" PRId64 " passed, %.1f/s\033[K", done,
		summary->passed,
		took > 0 ? (double)done * 1000 / (double)took : 0.0);
	progress->shown = true;
}

void progress_end(const struct progress *progress)
{
	if (progress->shown)
		(void)fputs("\r\033[K", stderr);
}
