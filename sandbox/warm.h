/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * What the supervisor (warm.c) and the library inside a warm program
 * (warm/server.c) say to each other.
 *
 * They share a socket of type SOCK_SEQPACKET, the only one in the program when
 * it starts. The supervisor first sends a packet with what the program is (a
 * description, below); the library sends a hello when the program has come to
 * its script. Then, for each box: a packet with a description and the fds of
 * the box, and one back with the pidfd of its init, or why there is none. A
 * description is a file that lives in memory, and both sides are built
 * together, so that structures go as they are.
 */
#ifndef SANDBOX_WARM_H
#define SANDBOX_WARM_H

#include <stddef.h>
#include <stdint.h>

#include "sandbox/sandbox.h"

struct sb;

/* Where the library is in the box of a warm program, and what makes the loader
 * take it: ld.so(8). */
#define WARM_LIBRARY "etc/codeexec/warm.so"
#define WARM_PRELOAD "etc/ld.so.preload"

/* The fds that go with a request, in this order. */
enum warm_fd {
	WARM_DESCRIPTION,
	WARM_CHANNEL,
	WARM_SETUP,
	WARM_GATE,
	WARM_STDIN,
	WARM_STDOUT,
	WARM_STDERR,
	WARM_CGROUP, /* and on: the ways into cgroups, as many as there are */
};
#define WARM_FDS_MAX (WARM_CGROUP + 3) /* PASS_MAX is more */

struct warm_packet {
	uint32_t fd_count;
	uint32_t cgroups;    /* bits of enum sb_controller: which are sent */
	uint32_t born_there; /* bool: the one is a cgroup v2, to be born in */
};

/* Library to supervisor; with SCM_RIGHTS, a pidfd, when there is a box. */
struct warm_reply {
	struct sb_fail fail; /* step "" = all is well */
};

/* What a box is, or a warm program. */
struct warm_description {
	struct sb_spec spec; /* pointers into the arena; fds are not set */
	uint32_t rows;
	enum sb_memory memory;
	void *arena; /* a mapping: what was in it is gone when it is */
	size_t arena_len;
};

/* The description of SPEC for a box of ROWS: LEN bytes for the caller to free,
 * NULL when memory is out; the same as a file for the caller to close, -1 with
 * errno. */
char *warm_text(const struct sb_spec *spec, uint32_t rows,
	enum sb_memory memory, size_t *len);
int warm_describe(
	const struct sb_spec *spec, uint32_t rows, enum sb_memory memory);

/* Read what FD describes into *OUT, for the caller to warm_forget(). 0, or -1
 * with errno, and there is nothing to forget. */
int warm_read(int fd, struct warm_description *out);

/* The same of SPEC itself: a copy of it that lives by itself. */
int warm_copy(const struct sb_spec *spec, struct warm_description *out);

/* Give the arena of ABOUT back: no byte of it is left in the process. Legal on
 * what is zero. */
void warm_forget(struct warm_description *about);

/* The library, as it is linked into codeexec. */
extern const char warm_library[];
extern const size_t warm_library_len;

#endif
