/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to climb above the root by .., from an fd and through /proc
 * layer: mounts
 * inside: .. / ENOENT; /proc/self/root/.. ENOENT; /proc/self/cwd/../.. ENOENT
 * without mounts landlock: .. / ok; /proc/self/root/.. ok;
 *   /proc/self/cwd/../.. ok
 */

#include "tests/escape/attempt.h"

int main(void)
{
	answer_to(".. /", access("/../../../../boot", F_OK));
	answer_to("/proc/self/root/..",
		access("/proc/self/root/../../boot", F_OK));
	answer_to("/proc/self/cwd/../..",
		access("/proc/self/cwd/../../../../../../boot", F_OK));
	return 0;
}
