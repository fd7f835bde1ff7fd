/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The program's own memory, which a box shares with the program that is kept
 * until it writes to it: a fault and a copy for each page. A box that is built
 * ahead of its run has its copies made then, all at once, and its run none to
 * wait for.
 *
 * Which pages that is, a rehearsal says: a child that runs the empty script
 * and tells, when it exits, what it has written to. Where it does not, all that
 * the program itself has written to.
 */

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox/layer.h"
#include "warm/warm.h"

/* Of Linux 5.14; older kernels refuse it, and all stays as it is. */
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

#define RUNS_MAX 1024
#define BYTES_MAX ((size_t)16 << 20)
#define REHEARSAL_MS 2000

/* Of proc_pid_pagemap(5). */
#define IN_MEMORY (UINT64_C(1) << 63)
#define NOT_SHARED (UINT64_C(1) << 56)

/* Pages in a row. */
struct run {
	uintptr_t start;
	size_t len;
};

static struct run runs[RUNS_MAX];
static size_t run_count;
static size_t bytes;
static int tell_fd = -1; /* in a rehearsal */

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

/* Those of the pages from START to END that have the bits WANTED. */
static void note_pages(
	int pagemap, uintptr_t start, uintptr_t end, uint64_t wanted)
{
	const size_t size = (size_t)sysconf(_SC_PAGESIZE);
	uint64_t entry;

	for (uintptr_t page = start; page < end; page += size)
		if (pread(pagemap, &entry, sizeof(entry),
			    (off_t)(page / size * sizeof(entry))) ==
				(ssize_t)sizeof(entry) &&
			(entry & wanted))
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
		note_pages(pagemap, start, end, IN_MEMORY);
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

/* At the exit of the rehearsal: keep of the pages those that are its own. */
__attribute__((destructor)) static void tell(void)
{
	struct run before[RUNS_MAX];
	const size_t count = run_count;
	int pagemap;

	if (tell_fd < 0)
		return;
	memcpy(before, runs, sizeof(before));
	run_count = bytes = 0;
	pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
	for (size_t i = 0; i < count && pagemap >= 0; i++)
		note_pages(pagemap, before[i].start,
			before[i].start + before[i].len, NOT_SHARED);
	/* What does not come over is copied when it is written to. */
	(void)!write(tell_fd, runs, run_count * sizeof(*runs));
	_exit(0);
}

static int left_ms(int64_t until_us)
{
	int64_t left = until_us - sb_now_us();

	return left > 0 ? (int)(left / 1000) : 0;
}

/* What the rehearsal tells, until it has ended. */
static void listen_to(int fd)
{
	struct pollfd told = {fd, POLLIN, 0};
	struct run got[RUNS_MAX];
	const int64_t until = sb_now_us() + REHEARSAL_MS * INT64_C(1000);
	size_t len = 0;
	ssize_t more = 1;

	while (more > 0 && poll(&told, 1, left_ms(until)) == 1) {
		more = read(fd, (char *)got + len, sizeof(got) - len);
		len += more > 0 ? (size_t)more : 0;
	}
	if (more || !len || len % sizeof(*got))
		return;
	memcpy(runs, got, len);
	run_count = len / sizeof(*got);
}

bool warm_rehearse(void)
{
	int fds[2];
	pid_t child;

	if (pipe2(fds, O_CLOEXEC))
		return false;
	child = fork();
	if (!child) {
		tell_fd = fds[1];
		return true;
	}
	(void)close(fds[1]);
	if (child > 0) {
		listen_to(fds[0]);
		(void)kill(child, SIGKILL); /* or it has ended */
		(void)waitpid(child, NULL, 0);
	}
	(void)close(fds[0]);
	return false;
}

void warm_copy_memory(void)
{
	for (size_t i = 0; i < run_count; i++)
		/* NOLINTNEXTLINE(performance-no-int-to-ptr) as maps has it */
		(void)madvise((void *)runs[i].start, runs[i].len,
			MADV_POPULATE_WRITE);
}
