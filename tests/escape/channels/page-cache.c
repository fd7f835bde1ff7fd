/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to signal another run by which pages of the system's files are in
 *   memory
 * parties: two
 * layer: none: who may read a file has it read into memory
 * needs: disk
 * inside: dropped and read again
 * outside: dropped and read again
 * wanted: no sign of it; EPERM for fadvise64 and RWF_NOWAIT would take the
 *   two exact signs from databases as well, and the time of a read would
 *   still tell
 */

#include <fcntl.h>
#include <sys/uio.h>

#include "tests/escape/attempt.h"

/* Is the page of FD at AT in memory? */
static int there(int fd, off_t at)
{
	char byte;
	struct iovec data = {&byte, 1};

	return preadv2(fd, &data, 1, at, RWF_NOWAIT) == 1;
}

int main(int argc, char **argv)
{
	int fd = open("/usr/bin/localedef",
		O_RDONLY | O_CLOEXEC); /* nobody runs it */
	off_t at = lseek(fd, 0, SEEK_END) - 1;
	int dropped;
	char byte;

	(void)argc;
	if (!strcmp(argv[ROLE], "first")) {
		(void)puts("ready");
		(void)fflush(stdout);
		for (;;) {
			(void)usleep(100000);
			(void)!pread(fd, &byte, 1, at);
		}
	}
	dropped = !there(fd, at);
	for (int i = 0; i < 10000 && !dropped; i++) {
		(void)posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
		(void)usleep(100);
		dropped = !there(fd, at); /* and read again before long */
	}
	if (!dropped)
		return puts("not dropped") < 0;
	for (int i = 0; i < 200 && !there(fd, at); i++)
		(void)usleep(10000);
	return puts(there(fd, at) ? "dropped and read again" : "dropped") < 0;
}
