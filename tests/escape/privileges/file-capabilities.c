/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to give a program of its own capabilities by its file
 * layer: caps
 * inside: EPERM
 * capable: ok
 */

#include <fcntl.h>
#include <linux/capability.h>
#include <sys/xattr.h>

#include "tests/escape/attempt.h"

int main(void)
{
	struct vfs_cap_data data = {
		.magic_etc = VFS_CAP_REVISION_2 | VFS_CAP_FLAGS_EFFECTIVE,
		.data = {{.permitted = 1U << CAP_NET_RAW}}};

	(void)close(open("file", O_WRONLY | O_CREAT | O_CLOEXEC, 0700));
	return answer(setxattr(
		"file", "security.capability", &data, sizeof(data), 0));
}
