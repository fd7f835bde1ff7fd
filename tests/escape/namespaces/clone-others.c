/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to clone a child into every other kind of namespace
 * layer: seccomp; under it caps
 * inside: mnt EPERM; cgroup EPERM; uts EPERM; ipc EPERM; pid EPERM; net EPERM
 * without seccomp: mnt EPERM; cgroup EPERM; uts EPERM; ipc EPERM; pid EPERM;
 *   net EPERM
 * capable: mnt ok; cgroup ok; uts ok; ipc ok; pid ok; net ok
 */

#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>

#include "tests/escape/attempt.h"

/* A child that ends at once. */
static long cloned(unsigned long flags)
{
	long pid = syscall(SYS_clone, flags | SIGCHLD, 0, 0, 0, 0);

	if (pid == 0)
		_exit(0);
	return pid;
}

static const struct {
	const char *name;
	int flag;
} namespaces[] = {{"mnt", CLONE_NEWNS}, {"cgroup", CLONE_NEWCGROUP},
	{"uts", CLONE_NEWUTS}, {"ipc", CLONE_NEWIPC}, {"pid", CLONE_NEWPID},
	{"net", CLONE_NEWNET}};

int main(void)
{
	for (size_t i = 0; i < sizeof(namespaces) / sizeof(*namespaces); i++)
		answer_to(namespaces[i].name,
			cloned((unsigned)namespaces[i].flag));
	return 0;
}
