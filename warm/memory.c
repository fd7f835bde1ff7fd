/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The program's own memory, which a box shares with the program that is kept
 * until it writes to it: a fault and a copy for each page, most of them when an
 * interpreter puts itself away at its end. A box that is built ahead of its run
 * has its copies made then, all at once, and its run none to wait for.
 */

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "warm/warm.h"

/* Of Linux 5.14; older kernels refuse it, and all stays as it is. */
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

#define RUNS_MAX 256
#define BYTES_MAX ((size_t)16 << 20)
#define IN_MEMORY (UINT64_C(1) << 63) /* of proc_pid_pagemap(5) */

/* Pages in a row that the program has written to. */
struct run {
	uintptr_t start;
	size_t len;
};

static struct run runs[RUNS_MAX];
static size_t run_count;
static size_t bytes;

static void note_page(uintptr_t page, size_t size)
{
	struct run *last = run_count ? &runs[run_count - 1] : NULL;

	if (bytes + size > BYTES_MAX)
		return;
	if (last && last->start + last->len == page)
		last->len += size;
	else if (run_count < RUNS_MAX)
		runs[run_count++] = (struct run){page, size};
	else
		return;
	bytes += size;
}

/* Those of the mapping from START to END that are in memory. */
static void note_mapping(int pagemap, uintptr_t start, uintptr_t end)
{
	const size_t size = (size_t)sysconf(_SC_PAGESIZE);
	uint64_t entry;

	for (uintptr_t page = start; page < end; page += size)
		if (pread(pagemap, &entry, sizeof(entry),
			    (off_t)(page / size * sizeof(entry))) ==
				(ssize_t)sizeof(entry) &&
			(entry & IN_MEMORY))
			note_page(page, size);
}

/* A line of proc_pid_maps(5): what it maps is the program's own to write to,
 * and no library's, which is written to when it is loaded. The stack moves on
 * by itself. */
static void note_line(int pagemap, const char *line)
{
	char *at;
	uintptr_t start = strtoul(line, &at, 16);
	uintptr_t end = strtoul(at + (*at == '-'), &at, 16);

	if (!strncmp(at, " rw-p", 5) && !strstr(at, ".so") &&
		!strstr(at, "[stack]"))
		note_mapping(pagemap, start, end);
}

void warm_note_memory(void)
{
	int pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
	FILE *maps = fopen("/proc/self/maps", "re");
	char line[512];

	while (pagemap >= 0 && maps && fgets(line, sizeof(line), maps))
		note_line(pagemap, line);
	if (maps)
		(void)fclose(maps); /* only read */
	if (pagemap >= 0)
		(void)close(pagemap);
}

void warm_copy_memory(void)
{
	for (size_t i = 0; i < run_count; i++)
		/* NOLINTNEXTLINE(performance-no-int-to-ptr) as maps has it */
		(void)madvise((void *)runs[i].start, runs[i].len,
			MADV_POPULATE_WRITE);
}
