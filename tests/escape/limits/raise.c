/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to raise the hard limits on CPU time, file size and address space
 * layer: rlimits
 * inside: cpu EPERM; file EPERM; space EPERM
 * without rlimits: cpu ok; file ok; space ok
 */

#include <sys/resource.h>

#include "tests/escape/attempt.h"

static long raised(int resource)
{
	struct rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};

	return setrlimit((__rlimit_resource_t)resource, &limit);
}

int main(void)
{
	answer_to("cpu", raised(RLIMIT_CPU));
	answer_to("file", raised(RLIMIT_FSIZE));
	answer_to("space", raised(RLIMIT_AS));
	return 0;
}
