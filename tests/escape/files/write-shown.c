/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: every way to write to a folder that the operator shows for reading,
 *   and
 *   that all the host may write to
 * layer: mounts; under it landlock
 * shows: read-only
 * inside: open EROFS; append EROFS; truncate EROFS; chmod EROFS; times EROFS;
 *   xattr EROFS; create EROFS; mkdir EROFS; symlink EROFS; link EROFS; rename
 *   EROFS; unlink EROFS
 * outside: open ok; append ok; truncate ok; chmod ok; times ok; xattr ok;
 *   create ok; mkdir ok; symlink ok; link ok; rename ok; unlink ok
 */

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>

#include "tests/escape/attempt.h"

static void all(const char *folder)
{
	static const struct timespec now[2] = {
		{.tv_nsec = UTIME_NOW}, {.tv_nsec = UTIME_NOW}};

	if (chdir(folder))
		exit(answer(-1));
	answer_to("open", open("file", O_WRONLY | O_CLOEXEC));
	answer_to("append", open("file", O_WRONLY | O_APPEND | O_CLOEXEC));
	answer_to("truncate", truncate("file", 0));
	answer_to("chmod", chmod("file", 0666));
	answer_to("times", utimensat(AT_FDCWD, "file", now, 0));
	answer_to("xattr", setxattr("file", "user.x", "x", 1, 0));
	answer_to("create", open("new", O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
	answer_to("mkdir", mkdir("folder", 0700));
	answer_to("symlink", symlink("file", "link"));
	answer_to("link", link("file", "second"));
	answer_to("rename", rename("file", "other"));
	answer_to("unlink", unlink("other"));
	(void)rename("second", "file"); /* as it was */
	(void)unlink("new");
	(void)unlink("link");
	(void)rmdir("folder");
}

int main(int argc, char **argv)
{
	(void)argc;
	all(argv[FOLDER]);
	return 0;
}
