/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to put something into the system's folders and the root
 * layer: mounts
 * inside: / EROFS; /usr/bin EROFS; /etc EROFS; /dev EROFS; /proc ENOENT
 * host root: / ok; /usr/bin ok; /etc ok; /dev ok; /proc ENOENT
 * no control as user: they are root's
 */

#include <fcntl.h>

#include "tests/escape/attempt.h"

int main(void)
{
	static const char *const folders[] = {
		"/", "/usr/bin", "/etc", "/dev", "/proc"};

	for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++) {
		char path[64];
		int fd;

		(void)snprintf(path, sizeof(path), "%s/codeexec-test-escape",
			folders[i]);
		fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
		answer_to(folders[i], fd);
		if (fd >= 0)
			(void)unlink(path);
	}
	return 0;
}
