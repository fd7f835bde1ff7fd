/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Growing bytes and strings; nothing here knows what they mean. */

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/buf.h"

/* Room for MORE bytes and a NUL. */
static int reserve(struct buf *buf, size_t more)
{
	size_t want = buf->len + more + 1;
	size_t cap = buf->cap < 256 ? 256 : buf->cap;
	char *data;

	if (want <= buf->len)
		return -1;
	if (want <= buf->cap)
		return 0;
	while (cap < want)
		cap = cap > SIZE_MAX / 2 ? want : cap * 2;
	if (!(data = realloc(buf->data, cap)))
		return -1;
	buf->data = data;
	buf->cap = cap;
	return 0;
}

int buf_append(struct buf *buf, const char *data, size_t len)
{
	if (reserve(buf, len))
		return -1;
	if (len)
		memcpy(buf->data + buf->len, data, len);
	buf->len += len;
	buf->data[buf->len] = '\0';
	return 0;
}

int buf_printf(struct buf *buf, const char *format, ...)
{
	va_list args;
	va_list again;
	int len;
	int result = -1;

	va_start(args, format);
	va_copy(again, args);
	len = vsnprintf(NULL, 0, format, args);
	if (len >= 0 && !reserve(buf, (size_t)len)) {
		(void)vsnprintf(
			buf->data + buf->len, (size_t)len + 1, format, again);
		buf->len += (size_t)len;
		result = 0;
	}
	va_end(again);
	va_end(args);
	return result;
}

int buf_read(struct buf *buf, int fd, size_t max)
{
	size_t start = buf->len;
	ssize_t got;

	for (;;) {
		if (reserve(buf, 65536)) {
			errno = ENOMEM;
			return -1;
		}
		got = read(fd, buf->data + buf->len, buf->cap - buf->len - 1);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -1;
		buf->len += (size_t)got;
		buf->data[buf->len] = '\0';
		if (got == 0)
			return 0;
		if (buf->len - start > max) {
			errno = EFBIG;
			return -1;
		}
	}
}

void buf_free(struct buf *buf)
{
	free(buf->data);
	*buf = (struct buf){0};
}

int strings_add(struct strings *list, const char *text)
{
	char **item;
	char *copy = strdup(text);

	if (!copy)
		return -1;
	/* Room for a NULL too, doubled at each power of two. */
	item = list->item;
	if ((list->count & (list->count + 1)) == 0)
		item = realloc(item, 2 * (list->count + 1) * sizeof(*item));
	if (!item) {
		free(copy);
		return -1;
	}
	item[list->count++] = copy;
	item[list->count] = NULL;
	list->item = item;
	return 0;
}

bool strings_has(const struct strings *list, const char *text)
{
	for (size_t i = 0; i < list->count; i++)
		if (!strcmp(list->item[i], text))
			return true;
	return false;
}

int strings_copy(struct strings *list, const struct strings *from)
{
	for (size_t i = 0; i < from->count; i++)
		if (strings_add(list, from->item[i]))
			return -1;
	return 0;
}

void strings_free(struct strings *list)
{
	for (size_t i = 0; i < list->count; i++)
		free(list->item[i]);
	free(list->item);
	*list = (struct strings){0};
}

void free_at(void *pointer_to_pointer)
{
	free(*(void **)pointer_to_pointer);
}

void close_at(int *fd)
{
	if (*fd >= 0)
		(void)close(*fd); /* nothing to do about a failing close */
	*fd = -1;
}

void *steal(void *pointer_to_pointer)
{
	void *value = *(void **)pointer_to_pointer;

	*(void **)pointer_to_pointer = NULL;
	return value;
}

int take_fd(int *fd)
{
	int value = *fd;

	*fd = -1;
	return value;
}
