/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Reading one program of interpreters.json, as far as types go; what values
 * may be is for registry_load.c. */
#ifndef CORE_REGISTRY_READ_H
#define CORE_REGISTRY_READ_H

#include <stddef.h>

struct error;
struct json_span;
struct program;

/* Where in the file a mistake is. */
struct registry_place {
	const char *file; /* borrowed */
	char path[160];   /* "python.argv[0]"; "" = the whole */
	struct error *e;  /* borrowed; what registry_bad() fills */
};

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

#endif
