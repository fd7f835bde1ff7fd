/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to execute a program from memory that has no file
 * layer: none forbids it; what confines stays
 * inside counted: no_new_privs 1, seccomp 2
 * inside uncounted: ENOSYS
 * outside: no_new_privs 0, seccomp 0
 */

#include <fcntl.h>
#include <sys/mman.h>
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
	int self;

	if (argc == 0 || !argv[0] || !*argv[0])
		return confined();
	fd = memfd_create("attempt", MFD_CLOEXEC);
	self = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return answer(fd);
	for (char byte[4096]; self >= 0;) {
		ssize_t got = read(self, byte, sizeof(byte));

		if (got <= 0 || write(fd, byte, (size_t)got) != got)
			break;
	}
	argv[0] = "";
	argv[1] = NULL;
	(void)execveat(fd, "", argv, none, AT_EMPTY_PATH);
	return answer(-1);
}
