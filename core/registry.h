/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The interpreter registry: which programs codeexec knows, by which names,
 * and how each is started. Data comes from interpreters.json, which is built
 * into the program; the operator may replace it by a file.
 */
#ifndef CORE_REGISTRY_H
#define CORE_REGISTRY_H

#include <stdbool.h>
#include <stddef.h>

#include "core/buf.h"

struct error;

/* Of runs to come, what can be done before there is one. */
enum program_warm {
	PROGRAM_WARM_NO,
	PROGRAM_WARM_FORK,  /* it boots once, and is forked where it opens its
			       script */
	PROGRAM_WARM_STOCK, /* it boots for each run, before that */
};

/* One program. All members are owned by the registry. A member more is read by
 * a row of registry_read.c and written by a line of tools/registry.c. */
struct program {
	char *name;                  /* "python": what the policy allows */
	struct strings aliases;      /* other labels and models for it: "py" */
	char *extension;             /* of the script, with its dot: ".py" */
	struct strings interpreters; /* bare names, searched in this order, or
				       one absolute path; at least one */
	struct strings argv;        /* item 0 stands for the interpreter that is
				       found; "{script}" within an item becomes
				       the script's path, the item "{args}" the
				       caller's arguments */
	struct strings version;     /* argv that prints the version, item 0 as
				       above; empty = it cannot */
	struct strings environment; /* "NAME=value" it wants */
	struct strings read_only;   /* further paths of the system it reads, if
				       they are there: "/etc/php" */
	struct strings support;     /* "NAME=text" of read-only files that are
				       in /etc/codeexec inside */
	bool address_space;         /* bears RLIMIT_AS (V8 and Go do not) */
	enum program_warm warm;     /* how it can be kept booted */
	bool strip_cr;              /* CR before LF is dropped from its code */
	char *open_tag;             /* put before code without it ("<?php "),
				       on the same line; NULL = none */
};

/* Zero-initialise; fill with registry_load(); free with registry_free(). */
struct registry {
	struct program *item; /* owned, in the order of the file */
	size_t count;
};

/* What interpreters.json said when codeexec was built (tools/registry.c). Not
 * to be changed, and not freed. */
extern const struct registry registry_built_in;

/*
 * Fill *OUT from FILE, or make it the built-in one when FILE is NULL. 0, or -1
 * with *E: ERR_CONFIG, "FILE: python.argv[0]: message", or ERR_INTERNAL
 * (memory). *OUT must be freed in either case.
 */
int registry_load(const char *file, struct registry *out, struct error *e);

/* The program that NAME (any case) means by name or alias, as it is or without
 * a version at its end ("python3.11"); NULL = none. The result lives as long as
 * REGISTRY. */
const struct program *registry_find(
	const struct registry *registry, const char *name);

/* The known name or alias nearest to NAME, for "did you mean"; NULL when none
 * is near. Lives as long as REGISTRY. */
const char *registry_suggest(const struct registry *registry, const char *name);

/*
 * The absolute path of PROGRAM's interpreter: itself when absolute, else the
 * first executable of its names in "bin" of each of PREFIXES, then /usr/bin,
 * then /bin. A new string for the caller to free; NULL when it is
 * not installed (or memory is out). Environment and caller have no say.
 */
char *program_locate(
	const struct program *program, const struct strings *prefixes);

/* Free what REGISTRY holds and make it empty. */
void registry_free(struct registry *registry);

#endif
