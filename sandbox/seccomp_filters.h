/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The compiled filters; their text is made by tools/filters.c. */
#ifndef SANDBOX_SECCOMP_FILTERS_H
#define SANDBOX_SECCOMP_FILTERS_H

struct sock_fprog;

/* Which calls there are, and which of their arguments are refused: where a
 * cgroup counts memory or none does; `shared` where the program may leave files
 * on the host. */
extern const struct sock_fprog sb_filter_counted;
extern const struct sock_fprog sb_filter_uncounted;
extern const struct sock_fprog sb_filter_counted_shared;
extern const struct sock_fprog sb_filter_uncounted_shared;

#endif
