/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to leave a set-user-ID program of the caller's where others of the
 *   host can execute it
 * layer: seccomp, where a folder of the host may be written to
 * shows: read-write
 * inside: chmod EPERM; fchmod EPERM; fchmodat EPERM; open EPERM; openat EPERM;
 *   creat EPERM; nameless EPERM; mknod EPERM; mknodat EPERM; openat2 ENOSYS;
 *   plain ok
 * without seccomp: chmod ok; fchmod ok; fchmodat ok; open ok; openat ok;
 *   creat ok; nameless ok; mknod ok; mknodat ok; openat2 ok; plain ok |
 *   chmod ok; fchmod ok; fchmodat ok; open ok; openat ok; creat ok;
 *   nameless EOPNOTSUPP; mknod ok; mknodat ok; openat2 ok; plain ok
 */

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "tests/escape/attempt.h"

#define MODE 04755

/* The ACT made the file "new", or did not. */
static void made(const char *act, long result)
{
	answer_to(act, result);
	(void)unlink("new");
}

int main(int argc, char **argv)
{
	const int new = O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC;
	struct open_how how = {.flags = (unsigned)new, .mode = MODE};
	int fd;

	(void)argc;
	if (chdir(argv[FOLDER]))
		return answer(-1);
	(void)unlink("left");
	(void)unlink("new");
	fd = open("left", new, 0700);
	answer_to("chmod", chmod("left", MODE));
	answer_to("fchmod", fchmod(fd, MODE));
	answer_to("fchmodat", fchmodat(AT_FDCWD, "left", MODE, 0));
	made("open", syscall(SYS_open, "new", new, MODE));
	made("openat", openat(AT_FDCWD, "new", new, MODE));
	made("creat", syscall(SYS_creat, "new", MODE));
	answer_to("nameless", openat(AT_FDCWD, ".", O_TMPFILE | O_RDWR, MODE));
	made("mknod", syscall(SYS_mknod, "new", S_IFREG | MODE, 0));
	made("mknodat", mknodat(AT_FDCWD, "new", S_IFREG | MODE, 0));
	made("openat2",
		syscall(SYS_openat2, AT_FDCWD, "new", &how, sizeof(how)));
	answer_to("plain", chmod("left", 01777));
	return unlink("left");
}
