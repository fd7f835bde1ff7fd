/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to set the limit on cores to 0, at which a handler of the host is
 *   started
 * layer: seccomp
 * inside: setrlimit EPERM; prlimit EPERM; reading ok
 * without seccomp: setrlimit ok; prlimit ok; reading ok
 */

#include <sys/resource.h>
#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	struct rlimit limit = {0, 0};

	answer_to("setrlimit", syscall(SYS_setrlimit, RLIMIT_CORE, &limit));
	answer_to("prlimit", prlimit(0, RLIMIT_CORE, &limit, NULL));
	answer_to("reading", prlimit(0, RLIMIT_CORE, NULL, &limit));
	return 0;
}
