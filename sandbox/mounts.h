/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The parts of the mounts layer: what the supervisor looks at beforehand
 * (sources.c), the binds that init makes of it (binds.c), and the root that
 * they are attached to (mounts.c). */
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

/* All below are async-signal-safe, and relative to the fd ROOT. */

/* Clone every source that is to be attached. 0, or -1 with *WHY. */
int sb_mounts_before_ids(const struct sb *box, struct sb_fail *why);
/* Attach them, in their order. 0, or -1 with *WHY. */
int sb_mounts_add(const struct sb *box, int root, struct sb_fail *why);
/* Attach the detached TREE, which is closed, at TARGET. 0, or -1 with errno. */
int sb_mounts_attach(int root, int tree, const char *target);
/* A new file PATH under the folder fd DIR, to write to, and the folders that
 * lead to it: for the caller to close; -1 with errno. */
int sb_mounts_file(int dir, const char *path);
/* Make the folders that lead to PATH. 0, or -1 with errno. */
int sb_mounts_parents(int root, const char *path);

#endif
