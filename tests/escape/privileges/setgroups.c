/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to take root's group as a supplementary one
 * layer: seccomp lets it pass; caps
 * inside: EPERM
 * host root: ok
 * no control as user: user_namespaces(7) denies setgroups to a user's
 *   namespace
 *   with or without the sandbox
 */

#include <grp.h>

#include "tests/escape/attempt.h"

int main(void)
{
	gid_t root = 0;

	return answer(setgroups(1, &root));
}
