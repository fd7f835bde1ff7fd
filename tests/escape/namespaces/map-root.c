/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to map root's id into a user namespace of its own, and to take it
 * layer: seccomp; under it mounts (/proc is read-only)
 * inside: unshare EPERM; map EROFS; setuid EINVAL
 * setuid: unshare EPERM; map EROFS; setuid EPERM
 * without seccomp: unshare ok; map EROFS; setuid EINVAL
 * without seccomp mounts landlock: unshare ok; map ok; setuid ok
 */

#include <fcntl.h>
#include <sched.h>

#include "tests/escape/attempt.h"

int main(void)
{
	char line[32];
	unsigned own = getuid();
	int fd;

	(void)snprintf(line, sizeof(line), "0 %u 1\n", own);
	answer_to("unshare", unshare(CLONE_NEWUSER));
	fd = open("/proc/self/uid_map", O_WRONLY | O_CLOEXEC);
	answer_to("map", fd < 0 ? -1 : write(fd, line, strlen(line)));
	answer_to("setuid", setuid(0));
	return 0;
}
