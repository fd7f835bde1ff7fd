/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to get a device by a rename that leaves a whiteout
 * layer: mounts (nodev)
 * inside: rename ok; open EACCES | rename EPERM; open ENOENT
 * no control: a whiteout is a device that cannot be opened in any case
 */

#include <fcntl.h>

#include "tests/escape/attempt.h"

int main(void)
{
	(void)close(open("file", O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
	answer_to("rename", renameat2(AT_FDCWD, "file", AT_FDCWD, "moved",
				    RENAME_WHITEOUT));
	answer_to("open", open("file", O_RDONLY | O_CLOEXEC));
	return 0;
}
