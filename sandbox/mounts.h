/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The two halves of the mounts layer: what the supervisor looks at beforehand
 * (sources.c) and what init builds of it (mounts.c). */
#ifndef SANDBOX_MOUNTS_H
#define SANDBOX_MOUNTS_H

#include <stddef.h>

struct sb;
struct sb_fail;

/* A file of /etc that is the same in every run. */
struct sb_etc_file {
	const char *path; /* relative to the root */
	const char *text;
};
extern const struct sb_etc_file sb_etc[];
extern const size_t sb_etc_count;

/* Look at every source of the spec and at the devices. 0, or -1 with *WHY. */
int sb_mounts_prepare(struct sb *box, struct sb_fail *why);
void sb_mounts_release(struct sb *box);

#endif
