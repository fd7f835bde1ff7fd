/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * A growing run of bytes, a growing list of strings, and the clean-up
 * attributes for locals that own something.
 */
#ifndef CORE_BUF_H
#define CORE_BUF_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes, any value, with a NUL behind them that is not counted. Zero = empty
 * (data may then be NULL). */
struct buf {
	char *data; /* owned */
	size_t len; /* bytes in use, without the NUL */
	size_t cap; /* bytes allocated */
};

/* Append LEN bytes of DATA. 0, or -1 when memory is out (BUF unchanged). */
int buf_append(struct buf *buf, const char *data, size_t len);

/* Append formatted text. 0, or -1 when memory is out. */
int buf_printf(struct buf *buf, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Append all that FD gives until its end, at most MAX bytes. 0; -1 with errno
 * (EFBIG: more than MAX). FD is borrowed. May block. */
int buf_read(struct buf *buf, int fd, size_t max);

/* Free what BUF holds and make it empty. */
void buf_free(struct buf *buf);

/* Strings in order, NULL-terminated, so that ITEM can be an argv. Zero =
 * empty (item is then NULL). */
struct strings {
	char **item;  /* owned, each and all */
	size_t count; /* without the NULL */
};

/* Append a copy of TEXT. 0, or -1 when memory is out (LIST unchanged). */
int strings_add(struct strings *list, const char *text);

/* Does LIST hold TEXT? */
bool strings_has(const struct strings *list, const char *text);

/* Append copies of all of FROM. 0, or -1 when memory is out. */
int strings_copy(struct strings *list, const struct strings *from);

/* Free what LIST holds and make it empty. */
void strings_free(struct strings *list);

/* For locals: freed or closed when they go out of scope. */
#define autofree __attribute__((cleanup(free_at)))
#define autobuf __attribute__((cleanup(buf_free)))
#define autofd __attribute__((cleanup(close_at)))
void free_at(void *pointer_to_pointer);
void close_at(int *fd);

/* Take the value out of an autofree / autofd local, so that it survives. */
void *steal(void *pointer_to_pointer);
int take_fd(int *fd);

#endif
