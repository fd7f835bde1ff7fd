/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Where on this host a cgroup for a box may be made. cgroups(7). */
#ifndef SANDBOX_CGROUP_PLACE_H
#define SANDBOX_CGROUP_PLACE_H

#include <limits.h>

#include "sandbox/layer.h"

/* What the kernel says of cgroups and us, read once. Zero-initialise. */
struct cgroup_map {
	char *own;    /* owned; /proc/self/cgroup */
	char *mounts; /* owned; /proc/self/mountinfo, when it was wanted */
	int failed;   /* errno: it was, and could not be read; 0 */
};

/* Fill *MAP, which cgroup_map_free() frees. 0, or -1 (then it is empty). */
int cgroup_map_read(struct cgroup_map *map);
void cgroup_map_free(struct cgroup_map *map);

/* The folder in which a v2 cgroup with the memory controller can be made for
 * BOX and entered by a child of ours, into PLACE; for a box that is forked from
 * a warm program, that of its model. May move us into a child of the folder
 * that we are in, when that is delegated to us alone. 0, or -1 when there is
 * none or none can be found (then *MAP has failed). */
int cgroup_place_v2(
	const struct sb *box, struct cgroup_map *map, char place[PATH_MAX]);

/* The same for the v1 CONTROLLER. */
int cgroup_place_v1(const struct sb *box, struct cgroup_map *map,
	enum sb_controller controller, char place[PATH_MAX]);

#endif
