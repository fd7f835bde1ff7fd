/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to open a file of the host by a handle, without any path (Shocker)
 * layer: seccomp; under it caps
 * inside: name EPERM; open EPERM
 * without seccomp: name ok; open EPERM
 * host root: name ok; open ok
 * no control as user: it takes a right over the host
 */

#include <fcntl.h>

#include "tests/escape/attempt.h"

int main(void)
{
	struct {
		struct file_handle head;
		char bytes[MAX_HANDLE_SZ];
	} handle = {.head.handle_bytes = MAX_HANDLE_SZ};
	int mount;
	int folder = open("/usr", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	answer_to("name",
		name_to_handle_at(AT_FDCWD, "/usr", &handle.head, &mount, 0));
	answer_to("open", open_by_handle_at(folder, &handle.head, O_PATH));
	return 0;
}
