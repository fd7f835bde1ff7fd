/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to mount by the new calls: fsopen, open_tree, mount_setattr,
 *   move_mount
 * layer: seccomp; under it caps
 * was: CVE-2021-41133
 * inside: fsopen ENOSYS; open_tree ENOSYS; setattr ENOSYS; move ENOSYS
 * without seccomp: fsopen EPERM; open_tree EPERM; setattr EPERM; move EPERM
 * capable: fsopen ok; open_tree ok; setattr ok; move EBADF
 */

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	struct mount_attr attr = {0};

	answer_to("fsopen", syscall(SYS_fsopen, "tmpfs", 0));
	answer_to("open_tree",
		syscall(SYS_open_tree, AT_FDCWD, "/tmp", OPEN_TREE_CLONE));
	answer_to("setattr", syscall(SYS_mount_setattr, AT_FDCWD, "/", 0, &attr,
				     sizeof(attr)));
	answer_to("move", syscall(SYS_move_mount, -1, "", AT_FDCWD, "/tmp",
				  MOVE_MOUNT_F_EMPTY_PATH));
	return 0;
}
