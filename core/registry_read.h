/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Reading interpreters.json: one program, as far as types go; what values may
 * be, and the whole, is for registry_parse.c. */
#ifndef CORE_REGISTRY_READ_H
#define CORE_REGISTRY_READ_H

#include <stddef.h>

struct buf;
struct error;
struct json_span;
struct program;
struct registry;

/* Where in the file a mistake is. */
struct registry_place {
	const char *file; /* borrowed */
	char path[160];   /* "python.argv[0]"; "" = the whole */
	struct error *e;  /* borrowed; what registry_bad() fills */
};

/* A member of a program. */
struct registry_row {
	const char *name;
	size_t offset; /* of its field in struct program */
	/* Read SPAN, which is at PLACE, into FIELD. 0, or -1 with *PLACE->e. */
	int (*read)(const struct registry_place *place,
		const struct json_span *span, void *field);
	const char *type; /* in words, for the man page */
	const char *help; /* for it too: no capital, no full stop */
};

extern const struct registry_row registry_rows[];
extern const size_t registry_rows_count;

/* Refuse what is at PLACE: ERR_CONFIG, "FILE: PATH: message". Returns -1. */
int registry_bad(const struct registry_place *place, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* The member NAME of WHOLE, and the item INDEX of LIST, as places. */
struct registry_place registry_member(
	const struct registry_place *whole, const char *name);
struct registry_place registry_item(
	const struct registry_place *list, size_t index);

/*
 * Fill *PROGRAM, which is zero but for its name, from the JSON value SPAN at
 * PLACE. 0, or -1 with *PLACE->e; PROGRAM is then half filled.
 */
int registry_read(const struct registry_place *place,
	const struct json_span *span, struct program *program);

/* Fill *OUT, which is zero, from TEXT, the content of FILE. As registry_load();
 * *OUT must be forgotten in either case. */
int registry_parse(const char *file, const struct buf *text,
	struct registry *out, struct error *e);

/* Free what was read into REGISTRY and make it empty. */
void registry_forget(struct registry *registry);

#endif
