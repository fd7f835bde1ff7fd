/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to execute its own file after it was deleted
 * layer: none forbids it; what confines stays
 * inside: no_new_privs 1, seccomp 2
 * outside: no_new_privs 0, seccomp 0
 */

#include <fcntl.h>
#include <sys/prctl.h>

#include "tests/escape/attempt.h"

/* How confined this process is. */
static int confined(void)
{
	return printf("no_new_privs %d, seccomp %d\n",
		       prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0),
		       prctl(PR_GET_SECCOMP)) < 0;
}

int main(int argc, char **argv)
{
	char *none[] = {NULL};
	int fd;

	(void)argc;
	if (!*argv[0])
		return confined();
	fd = open("/proc/self/exe", O_PATH | O_CLOEXEC);
	(void)unlink("attempt");
	argv[0] = "";
	(void)execveat(fd, "", argv, none, AT_EMPTY_PATH);
	return answer(-1);
}
