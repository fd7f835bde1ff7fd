/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* What mends an errno that no layer knows better about. */

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "sandbox/file.h"
#include "sandbox/layer.h"

#define APPARMOR_SYSCTL "/proc/sys/kernel/apparmor_restrict_unprivileged_userns"

bool sb_apparmor_restricts(void)
{
	char text[8];

	return geteuid() != 0 &&
	       !file_text(APPARMOR_SYSCTL, text, sizeof(text)) &&
	       text[0] == '1';
}

static const char *profile(void)
{
	if (sb_apparmor_restricts())
		return "an AppArmor profile for codeexec that has `userns,` "
		       "(see codeexec-check(1), HOSTS), or for all programs "
		       "sysctl kernel.apparmor_restrict_unprivileged_userns=0";
	return "in a container: profiles that allow this call (docker run "
	       "--security-opt seccomp=examples/container/seccomp.json "
	       "--security-opt apparmor=unconfined); not inside a chroot";
}

const char *sb_remedy(const char *step, int err)
{
	if (!strncmp(step, "read back", 9))
		return "something that answers in the kernel's place lies (a "
		       "tracer, a seccomp profile, gVisor): run codeexec "
		       "outside of it";
	switch (err) {
	case 0:
		return "something has killed it: the kernel's log (dmesg) says "
		       "what; often the memory limit of a container";
	case ENOMEM:
		return "free memory, or raise the memory limit of the cgroup "
		       "that codeexec is in";
	case EAGAIN:
		return "raise the limit on processes (ulimit -u; systemd: "
		       "TasksMax=)";
	case EFBIG:
		return "raise the limit on the size of files (ulimit -f)";
	case EMFILE:
		return "raise the limit on open files (ulimit -n)";
	case ENFILE:
		return "raise the sysctl fs.file-max";
	case ETIMEDOUT:
		return "the host was too busy: run it again";
	case EPERM:
	case EACCES:
	case ENOSYS:
		return profile();
	default:
		return "none is known: report this line and what uname -a says";
	}
}
