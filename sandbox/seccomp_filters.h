/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The compiled filters; their text is made by tools/filters.c. */
#ifndef SANDBOX_SECCOMP_FILTERS_H
#define SANDBOX_SECCOMP_FILTERS_H

struct sock_fprog;

/* Which calls there are, and which of their arguments are refused; each where
 * a cgroup counts memory, and where none does. */
extern const struct sock_fprog sb_filter_calls_counted;
extern const struct sock_fprog sb_filter_calls_uncounted;
extern const struct sock_fprog sb_filter_arguments_counted;
extern const struct sock_fprog sb_filter_arguments_uncounted;
extern const struct sock_fprog sb_filter_arguments_counted_shared;
extern const struct sock_fprog sb_filter_arguments_uncounted_shared;

#endif
