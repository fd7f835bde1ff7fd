/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to see which programs of the system other runs and the host execute
 * parties: two
 * layer: none: who may read a file may watch it
 * inside: seen
 * outside: seen
 * wanted: nothing; EPERM for inotify_add_watch would stop file watchers
 *   and tail -f, and no limit is for files of others alone
 */

#include <fcntl.h>
#include <poll.h>
#include <sys/inotify.h>

#include "tests/escape/attempt.h"

int main(int argc, char **argv)
{
	struct pollfd wait = {.events = POLLIN};

	(void)argc;
	if (!strcmp(argv[ROLE], "first")) {
		(void)puts("ready");
		(void)fflush(stdout);
		for (;;) {
			(void)close(open("/usr/bin/env", O_RDONLY));
			(void)usleep(10000);
		}
	}
	wait.fd = inotify_init1(IN_CLOEXEC);
	if (inotify_add_watch(wait.fd, "/usr/bin/env", IN_OPEN) < 0)
		return answer(-1);
	(void)puts(poll(&wait, 1, 2000) > 0 ? "seen" : "nothing");
	return 0;
}
