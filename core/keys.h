/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The keys of the policy, each defined once: name, type, default, bounds, flag,
 * variable and help. The file's parser, the environment, the flags, --help,
 * `codeexec policy`, the completions and the man page all read this table.
 */
#ifndef CORE_KEYS_H
#define CORE_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/limits.h"

/* What a key holds. Behind each the type of its field in struct policy. */
enum key_type {
	KEY_QUANTITY, /* a number of `unit`, min to max: int64_t */
	KEY_ENUM,     /* one of `words`: an enum in their order */
	KEY_FILE,     /* a file that codeexec itself uses: char * */
	KEY_PATH,     /* one absolute path: char * */
	KEY_PATHS,    /* absolute paths that are shown inside: struct strings */
	KEY_PROGRAMS, /* names of programs: struct strings */
	KEY_NAMES,    /* names of environment variables: struct strings */
	KEY_MODULES,  /* names of modules, "a.b": struct strings */
	KEY_MAP,      /* "NAME=value" each: struct strings */
	KEY_ORIGINS,  /* web origins, RFC 6454: struct strings */
};

struct buf;

struct key {
	const char *name; /* in the file, dotted: "limits.timeout" */
	enum key_type type;
	size_t offset;            /* of its field in struct policy */
	const char *preset;       /* the default: as it is written in the file
				     (quantity, enum), else in words */
	const char *flag;         /* without the dashes: "timeout" */
	const char *variable;     /* "CODEEXEC_TIMEOUT" */
	const char *value;        /* what --help calls the value: "DURATION" */
	const char *help;         /* one line: no capital, no full stop */
	const char *const *words; /* KEY_ENUM: the words; NULL-terminated */
	const char *no_list;      /* said when a list is given for one value;
				     NULL = nothing special */
	int64_t min;              /* KEY_QUANTITY: smallest, in the base unit */
	int64_t max;              /* KEY_QUANTITY: largest */
	enum unit unit;           /* KEY_QUANTITY */
	bool there;               /* KEY_FILE, KEY_PATH: must be there already
				     when the policy is read; KEY_PATHS must */
};

/* A group of keys: those whose name begins with "NAME.". */
struct key_section {
	const char *name;    /* "limits"; "" = the keys without a dot */
	const char *title;   /* above the group in --help */
	const char *command; /* whose --help alone shows it; NULL = all */
};

/* How many sections at most there may be (checked in core/keys.c). */
#define KEY_SECTIONS_MAX 16

extern const struct key keys[];
extern const size_t keys_count;
extern const struct key_section key_sections[];
extern const size_t key_sections_count;

/* The key of that dotted NAME; NULL when there is none. */
const struct key *key_find(const char *name);

/* Is NAME a section that holds keys ("limits")? */
bool key_is_section(const char *name);

/* Is KEY one of SECTION? */
bool key_in_section(const struct key *key, const struct key_section *section);

/* The dotted name that the unknown NAME most likely means: a key of the same
 * last part elsewhere, else the nearest; NULL when none is near. Static. */
const char *key_suggest(const char *name);

/* Append to OUT what helps with the unknown NAME, behind a semicolon: what
 * key_suggest() says, else all that there is in its section. 0, or -1 when
 * memory is out. */
int key_hint(const char *name, struct buf *out);

/* May KEY be given several values? */
bool key_is_list(const struct key *key);

#endif
