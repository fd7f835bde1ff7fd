/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Where on this host a cgroup for a box may be made. cgroups(7). */
#ifndef SANDBOX_CGROUP_PLACE_H
#define SANDBOX_CGROUP_PLACE_H

#include <stddef.h>

/* The folder in which a v2 cgroup with the memory controller can be made and
 * entered by a child of ours, into PLACE. 0, or -1 when there is none. */
int cgroup2_place(char *place, size_t size);

/* The same for the v1 CONTROLLER ("memory"). */
int cgroup1_place(const char *controller, char *place, size_t size);

#endif
