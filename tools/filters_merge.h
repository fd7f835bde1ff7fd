/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Two filters made one, for the kernel takes its time for each filter and each
 * instruction whenever one is loaded.
 */
#ifndef TOOLS_FILTERS_MERGE_H
#define TOOLS_FILTERS_MERGE_H

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdint.h>

/*
 * What FILTER answers to DATA: a SECCOMP_RET_ value. FILTER is classic BPF of
 * the kind that libseccomp makes: loads, comparisons, AND, returns. Anything
 * else, and DATA that leads out of it, is 0 (SECCOMP_RET_KILL_THREAD, which
 * libseccomp is not asked for). See seccomp(2).
 */
uint32_t filter_answer(
	const struct sock_fprog *filter, const struct seccomp_data *data);

/*
 * Into *OUT (its .filter is the caller's to free) a filter that answers as
 * ARGUMENTS does, and as CALLS does where that allows. Both must refuse any ABI
 * but ABI (an AUDIT_ARCH_), and CALLS must look at nothing else but the number:
 * ranges of numbers with the same answer become leaves of one tree. 0, or -1:
 * out of memory, or it would not fit.
 */
int filter_merge(const struct sock_fprog *arguments,
	const struct sock_fprog *calls, uint32_t abi, struct sock_fprog *out);

#endif
