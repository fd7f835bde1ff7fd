/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Which system calls a program may make, as data with reasons.
 *
 * What is allowed is what programs of the registry do (`make syscalls` traces
 * them, syscalls.tsv says which of them makes each call), and what would be a
 * trap if it were not; what is known and not wanted is EPERM; and arguments of
 * allowed calls are refused. Whatever stands in none of these lists gets
 * ENOSYS, as on an older kernel, so that libc falls back: clone3, io_uring, the
 * new mount API, and calls that are yet to be invented.
 */
#ifndef SANDBOX_SECCOMP_RULES_H
#define SANDBOX_SECCOMP_RULES_H

#include <stddef.h>
#include <stdint.h>

/* A group of calls with one reason. */
struct sb_calls {
	const char *reason;
	const char *const *name; /* NULL-terminated, libseccomp's names */
};

extern const struct sb_calls sb_calls_allowed[];
extern const size_t sb_calls_allowed_count;
/* Allowed though no trace has them, and why. */
extern const struct sb_calls sb_calls_untraced[];
extern const size_t sb_calls_untraced_count;
/* Allowed only where a cgroup counts the memory that they can hide. */
extern const struct sb_calls sb_calls_counted;
extern const struct sb_calls sb_calls_denied[];
extern const size_t sb_calls_denied_count;
/* Those that traces have and that stay ENOSYS; no filter names them. */
extern const struct sb_calls sb_calls_absent[];
extern const size_t sb_calls_absent_count;

enum sb_compare { SB_EQUAL, SB_ABOVE, SB_HAS_BITS };

/* An argument that is refused though the call is allowed. */
struct sb_argument {
	const char *call;
	unsigned arg;            /* 0 to 5 */
	enum sb_compare compare; /* the low 32 bits; SB_ABOVE: all 64 */
	uint64_t value;
	int err; /* what the program gets; 0: success, and nothing is done */
	const char *reason;
	unsigned with_arg; /* a second argument that must match as well, */
	enum { SB_ALONE, SB_WITH_EQUAL, SB_WITH_NOT_ZERO, SB_WITH_BITS } with;
	uint64_t with_value;
};

extern const struct sb_argument sb_arguments[];
extern const size_t sb_arguments_count;
/* Only where no cgroup counts memory. */
extern const struct sb_argument sb_arguments_uncounted[];
extern const size_t sb_arguments_uncounted_count;
/* Only where the program may write to a folder of the host. */
extern const struct sb_argument sb_arguments_shared[];
extern const size_t sb_arguments_shared_count;

#endif
