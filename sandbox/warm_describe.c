/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Descriptions: a spec written to a file in memory and read again by another
 * process. Numbers go as they are; a text as its length and its bytes, with a
 * NUL behind them, so that the reader can point at it where it lies.
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "sandbox/file.h"
#include "sandbox/warm.h"

#define NO_TEXT UINT64_MAX

/* Writing: stdio, whose error flag is looked at once, at the end. */

static void put(FILE *to, const void *data, size_t len)
{
	(void)fwrite(data, 1, len, to); /* ferror() tells */
}

static void put_bytes(FILE *to, const char *data, size_t len)
{
	uint64_t size = data ? len : NO_TEXT;

	put(to, &size, sizeof(size));
	if (data) {
		put(to, data, len);
		put(to, "", 1);
	}
}

static void put_text(FILE *to, const char *text)
{
	put_bytes(to, text, text ? strlen(text) : 0);
}

static void put_count(FILE *to, size_t count)
{
	uint64_t number = count;

	put(to, &number, sizeof(number));
}

static void put_list(FILE *to, char *const *item)
{
	size_t count = 0;

	while (item && item[count])
		count++;
	put_count(to, count);
	for (size_t i = 0; i < count; i++)
		put_text(to, item[i]);
}

static void put_files(FILE *to, const struct sb_file *file, size_t count)
{
	put_count(to, count);
	for (size_t i = 0; i < count; i++) {
		put_text(to, file[i].path);
		put_bytes(to, file[i].data, file[i].len);
	}
}

static void put_spec(FILE *to, const struct sb_spec *spec)
{
	put_text(to, spec->exe);
	put_list(to, spec->argv);
	put_list(to, spec->envp);
	put_text(to, spec->chdir);
	put_files(to, spec->file, spec->file_count);
	put_files(to, spec->root_file, spec->root_file_count);
	put_count(to, spec->bind_count);
	for (size_t i = 0; i < spec->bind_count; i++) {
		put_text(to, spec->bind[i].path);
		put(to, &spec->bind[i].kind, sizeof(spec->bind[i].kind));
		put(to, &spec->bind[i].optional,
			sizeof(spec->bind[i].optional));
	}
	put_count(to, spec->preload_count);
	for (size_t i = 0; i < spec->preload_count; i++)
		put_text(to, spec->preload[i]);
	put(to, &spec->limits, sizeof(spec->limits));
	put(to, &spec->network, sizeof(spec->network));
	put_count(to, spec->collect_count);
	for (size_t i = 0; i < spec->collect_count; i++)
		put_text(to, spec->collect[i]);
	put(to, &spec->collect_bytes, sizeof(spec->collect_bytes));
}

char *warm_text(const struct sb_spec *spec, uint32_t rows,
	enum sb_memory memory, size_t *len)
{
	char *text = NULL;
	FILE *to = open_memstream(&text, len);
	int failed;

	if (!to)
		return NULL;
	put(to, &rows, sizeof(rows));
	put(to, &memory, sizeof(memory));
	put_spec(to, spec);
	failed = ferror(to);
	if (!fclose(to) && !failed)
		return text;
	free(text);
	return NULL;
}

int warm_describe(
	const struct sb_spec *spec, uint32_t rows, enum sb_memory memory)
{
	size_t len = 0;
	char *text = warm_text(spec, rows, memory, &len);
	int fd = text ? memfd_create("codeexec", MFD_CLOEXEC) : -1;

	if (fd >= 0 && file_write(fd, text, len)) {
		(void)close(fd); /* it lacks a part */
		fd = -1;
	}
	free(text);
	return fd;
}

/*
 * Reading. The arena has the bytes, and behind them room for the arrays. It is
 * no memory of malloc(), which keeps what is freed: a program that is kept
 * reads what every run of it was given, and the next is a copy of it.
 */

struct reader {
	const char *at;
	const char *end;
	char *room; /* for arrays; the writer's count of items bounds them */
	char *room_end;
	int bad;
};

static void get(struct reader *from, void *out, size_t len)
{
	if ((size_t)(from->end - from->at) < len) {
		from->bad = 1;
		memset(out, 0, len);
		return;
	}
	memcpy(out, from->at, len);
	from->at += len;
}

static const char *get_bytes(struct reader *from, size_t *len)
{
	const char *text;
	uint64_t size;

	get(from, &size, sizeof(size));
	*len = 0;
	if (from->bad || size == NO_TEXT)
		return NULL;
	text = from->at;
	if (size >= (uint64_t)(from->end - text)) {
		from->bad = 1;
		return NULL;
	}
	from->at += size + 1;
	*len = size;
	return text;
}

static const char *get_text(struct reader *from)
{
	size_t len;

	return get_bytes(from, &len);
}

/* Room for what comes next: its count, and an array of items of SIZE for it
 * with one more that is zero. */
static void *get_array(struct reader *from, size_t size, size_t *count)
{
	uint64_t number;
	char *array = from->room;

	get(from, &number, sizeof(number));
	*count = 0;
	if (from->bad ||
		number >= (uint64_t)(from->room_end - from->room) / size) {
		from->bad = 1;
		return NULL;
	}
	*count = number;
	from->room += (size * (*count + 1) + 15) / 16 * 16;
	return array;
}

static const char **get_list(struct reader *from, size_t *count)
{
	const char **item = get_array(from, sizeof(*item), count);

	for (size_t i = 0; i < *count; i++)
		item[i] = get_text(from);
	return item;
}

static const struct sb_file *get_files(struct reader *from, size_t *count)
{
	struct sb_file *file = get_array(from, sizeof(*file), count);

	for (size_t i = 0; i < *count; i++) {
		file[i].path = get_text(from);
		file[i].data = get_bytes(from, &file[i].len);
	}
	return file;
}

static const struct sb_bind *get_binds(struct reader *from, size_t *count)
{
	struct sb_bind *bind = get_array(from, sizeof(*bind), count);

	for (size_t i = 0; i < *count; i++) {
		bind[i].path = get_text(from);
		get(from, &bind[i].kind, sizeof(bind[i].kind));
		get(from, &bind[i].optional, sizeof(bind[i].optional));
	}
	return bind;
}

static void get_spec(struct reader *from, struct sb_spec *spec)
{
	size_t ignored;

	*spec = (struct sb_spec){0};
	spec->exe = get_text(from);
	spec->argv = (char *const *)get_list(from, &ignored);
	spec->envp = (char *const *)get_list(from, &ignored);
	spec->chdir = get_text(from);
	spec->file = get_files(from, &spec->file_count);
	spec->root_file = get_files(from, &spec->root_file_count);
	spec->bind = get_binds(from, &spec->bind_count);
	spec->preload = get_list(from, &spec->preload_count);
	get(from, &spec->limits, sizeof(spec->limits));
	get(from, &spec->network, sizeof(spec->network));
	spec->collect = get_list(from, &spec->collect_count);
	get(from, &spec->collect_bytes, sizeof(spec->collect_bytes));
}

/* Each item of an array has eight bytes of the description to itself at least,
 * and takes no more than three times that in the array. */
#define ROOM(len) ((len)*6 + 4096)

int warm_read(int fd, struct warm_description *out)
{
	off_t len = lseek(fd, 0, SEEK_END);
	struct reader from;
	char *bytes;

	*out = (struct warm_description){0};
	if (len < 0)
		return -1;
	out->arena_len = (size_t)len + 16 + ROOM((size_t)len);
	bytes = mmap(NULL, out->arena_len, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (bytes == MAP_FAILED)
		return -1;
	out->arena = bytes;
	from = (struct reader){.at = bytes,
		.end = bytes + len,
		.room = bytes + (len + 15) / 16 * 16,
		.room_end = bytes + len + ROOM((size_t)len),
		.bad = pread(fd, bytes, (size_t)len, 0) != len};
	get(&from, &out->rows, sizeof(out->rows));
	get(&from, &out->memory, sizeof(out->memory));
	get_spec(&from, &out->spec);
	if (!from.bad)
		return 0;
	warm_forget(out);
	errno = EPROTO;
	return -1;
}

int warm_copy(const struct sb_spec *spec, struct warm_description *out)
{
	int fd = warm_describe(spec, 0, SB_MEMORY_NONE);
	int result;

	if (fd < 0)
		return -1;
	result = warm_read(fd, out);
	(void)close(fd); /* only read */
	return result;
}

void warm_forget(struct warm_description *about)
{
	if (about->arena)
		(void)munmap(about->arena, about->arena_len); /* it is ours */
	*about = (struct warm_description){0};
}
