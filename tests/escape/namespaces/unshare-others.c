/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to unshare every other kind of namespace
 * layer: seccomp; under it caps
 * inside: mnt EPERM; cgroup EPERM; uts EPERM; ipc EPERM; pid EPERM; net EPERM;
 *   time EPERM
 * without seccomp: mnt EPERM; cgroup EPERM; uts EPERM; ipc EPERM; pid EPERM;
 *   net EPERM; time EPERM
 * capable: mnt ok; cgroup ok; uts ok; ipc ok; pid ok; net ok; time ok
 */

#include <sched.h>

#include "tests/escape/attempt.h"

static const struct {
	const char *name;
	int flag;
} namespaces[] = {{"mnt", CLONE_NEWNS}, {"cgroup", CLONE_NEWCGROUP},
	{"uts", CLONE_NEWUTS}, {"ipc", CLONE_NEWIPC}, {"pid", CLONE_NEWPID},
	{"net", CLONE_NEWNET}, {"time", 0x80}};

int main(void)
{
	for (size_t i = 0; i < sizeof(namespaces) / sizeof(*namespaces); i++)
		answer_to(namespaces[i].name, unshare(namespaces[i].flag));
	return 0;
}
