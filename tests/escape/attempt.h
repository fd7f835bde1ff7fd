/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * What an attempt is given, and how it says what the kernel answered. Included
 * by each file of tests/escape/CLASS once, and by nothing else.
 */
#ifndef TESTS_ESCAPE_ATTEMPT_H
#define TESTS_ESCAPE_ATTEMPT_H

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/*
 * The arguments: a word that marks our processes, a folder of the host that all
 * may write to and that has the file `file` and the socket `socket` in it, a
 * process of the host that has the id which the program has, a TCP and UDP port
 * of its on 127.0.0.1, and the key of its SysV objects. Its abstract socket,
 * POSIX queue and file in /dev/shm are called as the marker. ROLE is "first" or
 * "second" where an attempt takes two programs.
 */
enum { MARKER = 1, FOLDER, TARGET, PORT, KEY, ROLE };

/* "ok", or the name of errno when RESULT says that it failed. */
static inline const char *named(long result)
{
	return result < 0 ? strerrorname_np(errno) : "ok";
}

/* The one answer of an attempt; for main() to return. */
static inline int answer(long result)
{
	(void)puts(named(result));
	return 0;
}

/* One answer of several, to the ACT. */
static inline void answer_to(const char *act, long result)
{
	(void)printf("%s %s\n", act, named(result));
	(void)fflush(stdout); /* before a fork, or an end */
}

/* MIB of memory that is really there, and stays. */
static inline long held(size_t mib)
{
	void *at = mmap(NULL, mib << 20, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);

	return at == MAP_FAILED ? -1 : 0;
}

/* Until killed. */
static inline void wait_for_end(void)
{
	for (;;)
		(void)pause();
}

/* What the first of two parties does when it has done its part. */
static inline void stay(void)
{
	(void)puts("ready");
	(void)fflush(stdout);
	wait_for_end();
}

/* COUNT children that do WHAT and stay. Returns when all of them have, and who
 * watches has had time to look. */
static inline void children(int count, void (*what)(void))
{
	int ends[2];
	char byte = 0;

	if (pipe(ends))
		return;
	for (int i = 0; i < count; i++)
		if (fork() == 0) {
			what();
			(void)!write(ends[1], &byte, 1);
			wait_for_end();
		}
	for (int i = 0; i < count; i++)
		(void)!read(ends[0], &byte, 1);
	(void)usleep(100000);
}

#endif
