/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to name a tracer of its own, past Yama
 * layer: seccomp
 * inside: EPERM
 * without seccomp: ok | EINVAL
 */

#include <sys/prctl.h>

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0));
}
