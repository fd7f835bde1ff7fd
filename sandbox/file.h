/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Small files of /proc and /sys read and written without stdio, and fds, for
 * supervisor and init alike. Async-signal-safe, but for folders. */
#ifndef SANDBOX_FILE_H
#define SANDBOX_FILE_H

#include <dirent.h>
#include <stddef.h>

/* The first SIZE-1 bytes of FILE into TEXT, NUL-terminated. 0, or -1 with
 * errno. */
int file_text(const char *file, char *text, size_t size);
/* The same, FILE relative to the folder fd DIR. */
int file_text_at(int dir, const char *file, char *text, size_t size);
/* Write TEXT to the existing FILE under DIR. 0, or -1 with errno. */
int file_put_at(int dir, const char *file, const char *text);
/* Write all LEN bytes of DATA to FD, which blocks. 0, or -1 with errno. */
int file_write(int fd, const void *data, size_t len);

/* Close every fd but those of KEEP (any order, -1 passed over; sorted by the
 * call), from FROM on. 0, or -1 with errno. */
int fds_keep(int from, int *keep, size_t count);

/* Close those of the COUNT FDS that are open (-1: it is not), of which none has
 * anything more to say, and make them -1. */
void fds_close(int *fds, size_t count);

/* opendir(3) of PATH relative to the folder fd DIR, which allocates; NULL with
 * errno. */
DIR *file_folder_at(int dir, const char *path);

#endif
