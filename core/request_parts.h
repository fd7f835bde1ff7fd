/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * What the files request_*.c share, and nobody else uses: objects as tables of
 * members, and the words for what is wrong with one.
 *
 * To add a member: 1. a row in the table of request.c or request_extension.c;
 * 2. its function, which fills a field of struct request; 3. `make docs`:
 * codeexec-api(7) follows from the row; 4. a case in tests/unit/request_test.c.
 */
#ifndef CORE_REQUEST_PARTS_H
#define CORE_REQUEST_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/buf.h"
#include "core/json_span.h"

struct error;
struct request;

/* A request while it is read. Zero-initialise but for OUT. */
struct reading {
	struct request *out;
	const char *json;           /* the whole request, for offsets */
	struct buf system;          /* system and developer texts, joined */
	struct strings system_role; /* the roles that they came by */
	bool has_stdin;             /* codeexec.stdin was given */
	bool has_messages;
};

/* Long enough for the place of a member, "codeexec.files[2].path"; as long as
 * error.param. What is longer is cut. */
#define PATH_SHOWN 96

/* A member of an object. */
struct member {
	char path[PATH_SHOWN];
	struct json_span value;
};

struct member_row {
	const char *name;
	const char *type; /* in words, for the man page: "string" */
	const char *help; /* for it too: no capital, no full stop */
	/* Read M into R. 0, or -1 with *E. */
	int (*read)(struct reading *r, const struct member *m, struct error *e);
	bool null_counts; /* null is a value, not the same as absent */
};

/* More rows than any table has. */
#define MEMBERS_MAX 16

/* All members that an object can have. */
struct member_table {
	const char *prefix; /* of a member's place: "codeexec." */
	const struct member_row *row;
	size_t count; /* at most MEMBERS_MAX */
	bool lenient; /* a member without a row that is null is passed over */
	/* Take note of the member NAME that has no row. 0, or -1 with *E. */
	int (*unknown)(struct reading *r, const char *name, struct error *e);
};

/*
 * Read the object M by TABLE, in the order of its members; of equal names only
 * the last, and null as if it were not there. 0, or -1 with *E.
 */
int members_read(const struct member_table *table, const struct member *m,
	struct reading *r, struct error *e);

/*
 * Find the members NAMES (a NULL ends them) of the object M; VALUE gets one for
 * each, absent where there is none or null. Of members with other names the
 * first is shown in OTHER (see name_shown), "" = there is none. 0, or -1 with
 * *E.
 */
#define NAME_SHOWN 48
int members_find(const struct member *m, const char *const *names,
	struct member *value, char other[NAME_SHOWN], struct error *e);

/* What the member name NAME, in its quotes, means into *OUT, which is emptied
 * before. 0, or -1 with *E: a NUL in it is refused. */
int name_read(const struct json_span *name, struct buf *out, struct error *e);

/* NAME as it may be shown to people: control characters replaced, cut to a
 * length that leaves room for the rest of a message. Returns OUT. */
const char *name_shown(const char *name, char out[NAME_SHOWN]);

/* A request, its `stream_options` and its `codeexec`. */
extern const struct member_table request_table;
extern const struct member_table request_option_table;
extern const struct member_table request_extension_table;

/* The rows that are too long for the file of their table. */
int request_messages(
	struct reading *r, const struct member *m, struct error *e);
int request_extension(
	struct reading *r, const struct member *m, struct error *e);
int request_files(struct reading *r, const struct member *m, struct error *e);
int request_limits(struct reading *r, const struct member *m, struct error *e);

/* Note that NAME has no effect. 0, or -1 with *E. */
int request_ignore(struct reading *r, const char *name, struct error *e);

#endif
