/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * What would run: a request held against registry and policy. All refusals
 * that need no kernel happen here, before anything is forked.
 */
#ifndef CORE_PLAN_H
#define CORE_PLAN_H

#include <stdbool.h>
#include <stddef.h>

#include "core/buf.h"
#include "core/limits.h"
#include "sandbox/sandbox.h"

struct error;
struct policy;
struct program;
struct registry;
struct request;
struct warm;

/* What a path of the host is inside. The path is the same on both sides. */
enum plan_bind_kind {
	PLAN_BIND_READ_ONLY,
	PLAN_BIND_READ_WRITE,
	PLAN_BIND_EMPTY, /* an empty folder hides what is there */
};

struct plan_bind {
	char *path; /* owned; absolute */
	enum plan_bind_kind kind;
	bool optional; /* passed over when the host has no such path */
};

/* One block, ready to run. */
struct plan_step {
	const struct program *program; /* borrowed from the registry */
	char *label;          /* owned; as the block was labelled; "" = not */
	int line;             /* 1-based line of the code in the message */
	struct buf code;      /* owned; what the script file holds */
	char *script;         /* owned; its path inside: "/workdir/main.py" */
	char *exe;            /* owned; absolute path of the interpreter */
	struct strings argv;  /* complete */
	struct strings envp;  /* complete: nothing is added later */
	struct limits limits; /* complete; address_space_bytes 0 = unlimited */
	struct plan_bind *binds; /* owned, in the order they are mounted */
	size_t bind_count;
};

/* Zero-initialise; plan_make() fills it; plan_free() frees it. Borrows from
 * request, policy and registry, which must outlive it. */
struct plan {
	const struct request *request;
	const struct policy *policy;
	struct plan_step *step; /* owned, in the order of the pipeline */
	size_t count;           /* at least 1 */
	int pipe_bytes; /* how large its pipes are asked to be; 0: as large as
			   may be */
	struct warm *warm; /* borrowed; programs that are kept; NULL = none */
};

/* Where a run works, keeps its HOME, and finds codeexec.input. */
#define PLAN_WORKDIR SB_WORKDIR
#define PLAN_INPUT PLAN_WORKDIR "/input.json"

/*
 * Decide what REQUEST runs. 0, or -1 with *E: ERR_NO_CODE_BLOCK,
 * ERR_UNKNOWN_LANGUAGE, ERR_MODEL_NOT_FOUND, ERR_PROGRAM_NOT_ALLOWED,
 * ERR_PROGRAM_UNAVAILABLE, ERR_INVALID_VALUE (limits above the policy's, more
 * blocks than allowed, a file in the script's place, more than the workdir
 * holds, arguments for a program that takes none, NUL in code), ERR_INTERNAL
 * (memory). *OUT is then empty.
 */
int plan_make(const struct request *request, const struct policy *policy,
	const struct registry *registry, struct plan *out, struct error *e);

/* Append PLAN as JSON to OUT (--dry-run), pretty or on one line. 0, or -1 when
 * memory is out. */
int plan_render(const struct plan *plan, bool pretty, struct buf *out);

/* Free what PLAN holds and make it empty. */
void plan_free(struct plan *plan);

#endif
