/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The namespaces that need nothing but to be new, and the host name.
 *
 * pid: nothing outside can be seen or signalled, and all inside is killed by
 * the kernel when init ends. ipc: SysV objects and POSIX queues of its own.
 * uts: a fixed name. cgroup: /proc/self/cgroup says "/" and not where on the
 * host the run is counted.
 */

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "sandbox/layer.h"

static int uts_enter(const struct sb *box, struct sb_fail *why)
{
	(void)box;
	if (sethostname(SB_HOSTNAME, strlen(SB_HOSTNAME)))
		return sb_fails(why, "sethostname");
	if (setdomainname("", 0))
		return sb_fails(why, "setdomainname");
	return 0;
}

/* Not with clone3: its root is the cgroup that one is in already. */
static int cgroupns_enter(const struct sb *box, struct sb_fail *why)
{
	(void)box;
	return unshare(CLONE_NEWCGROUP)
		       ? sb_fails(why, "unshare CLONE_NEWCGROUP")
		       : 0;
}

static void pid_look(const struct sb *box, struct sb_seen *seen)
{
	(void)box;
	seen->pid = getpid();
	seen->init = getppid();
}

static bool pid_detail(const struct sb *box, const struct sb_seen *seen,
	char *text, size_t size)
{
	(void)box;
	(void)snprintf(text, size, "init is pid %d, the program pid %d",
		(int)seen->init, (int)seen->pid);
	return seen->init == 1;
}

static void ipc_look(const struct sb *box, struct sb_seen *seen)
{
	(void)box;
	seen->inode = sb_namespace_inode("ipc");
}

static bool ipc_detail(const struct sb *box, const struct sb_seen *seen,
	char *text, size_t size)
{
	(void)box;
	return sb_namespace_detail(seen, "ipc", text, size);
}

static void uts_look(const struct sb *box, struct sb_seen *seen)
{
	struct utsname names = {0};

	(void)box;
	if (!uname(&names))
		memcpy(seen->name, names.nodename, sizeof(seen->name));
}

static bool uts_detail(const struct sb *box, const struct sb_seen *seen,
	char *text, size_t size)
{
	(void)box;
	(void)snprintf(text, size, "the host is called %s", seen->name);
	return !strcmp(seen->name, SB_HOSTNAME);
}

static void cgroupns_look(const struct sb *box, struct sb_seen *seen)
{
	(void)box;
	seen->inode = sb_namespace_inode("cgroup");
}

static bool cgroupns_detail(const struct sb *box, const struct sb_seen *seen,
	char *text, size_t size)
{
	(void)box;
	return sb_namespace_detail(seen, "cgroup", text, size);
}

static const char *pid_remedy(const char *step, int err)
{
	(void)step;
	if (err == ENOSPC)
		return "sysctl user.max_pid_namespaces=10000";
	return err == EINVAL ? "a kernel with CONFIG_PID_NS" : "";
}

static const char *ipc_remedy(const char *step, int err)
{
	(void)step;
	if (err == ENOSPC)
		return "sysctl user.max_ipc_namespaces=10000";
	return err == EINVAL ? "a kernel with CONFIG_IPC_NS" : "";
}

static const char *uts_remedy(const char *step, int err)
{
	(void)step;
	if (err == ENOSPC)
		return "sysctl user.max_uts_namespaces=10000";
	return err == EINVAL ? "a kernel with CONFIG_UTS_NS" : "";
}

static const char *cgroupns_remedy(const char *step, int err)
{
	(void)step;
	if (err == ENOSPC)
		return "sysctl user.max_cgroup_namespaces=10000";
	return err == EINVAL ? "a kernel with CONFIG_CGROUPS" : "";
}

const struct sb_layer layer_pid = {
	.name = "pid",
	.stage = SB_STAGE_NONE,
	.clone_flags = CLONE_NEWPID,
	.look = pid_look,
	.detail = pid_detail,
	.remedy = pid_remedy,
};

const struct sb_layer layer_ipc = {
	.name = "ipc",
	.stage = SB_STAGE_NONE,
	.clone_flags = CLONE_NEWIPC,
	.look = ipc_look,
	.detail = ipc_detail,
	.remedy = ipc_remedy,
};

const struct sb_layer layer_uts = {
	.name = "uts",
	.stage = SB_STAGE_INIT,
	.clone_flags = CLONE_NEWUTS,
	.enter = uts_enter,
	.look = uts_look,
	.detail = uts_detail,
	.remedy = uts_remedy,
};

const struct sb_layer layer_cgroupns = {
	.name = "cgroupns",
	.stage = SB_STAGE_INIT,
	.enter = cgroupns_enter,
	.look = cgroupns_look,
	.detail = cgroupns_detail,
	.remedy = cgroupns_remedy,
};
