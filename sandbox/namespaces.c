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
#include <string.h>
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

static const char *namespace_remedy(const char *step, int err)
{
	(void)step;
	if (err == ENOSPC)
		return "raise the sysctl user.max_{pid,ipc,uts,cgroup,net,mnt}_"
		       "namespaces that is exhausted";
	return "";
}

const struct sb_layer layer_pid = {
	.name = "pid",
	.stage = SB_STAGE_NONE,
	.clone_flags = CLONE_NEWPID,
	.remedy = namespace_remedy,
};

const struct sb_layer layer_ipc = {
	.name = "ipc",
	.stage = SB_STAGE_NONE,
	.clone_flags = CLONE_NEWIPC,
	.remedy = namespace_remedy,
};

const struct sb_layer layer_uts = {
	.name = "uts",
	.stage = SB_STAGE_INIT,
	.clone_flags = CLONE_NEWUTS,
	.enter = uts_enter,
	.remedy = namespace_remedy,
};

const struct sb_layer layer_cgroupns = {
	.name = "cgroupns",
	.stage = SB_STAGE_INIT,
	.enter = cgroupns_enter,
	.remedy = namespace_remedy,
};
