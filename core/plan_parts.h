/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The parts that plan_make() is put together from. */
#ifndef CORE_PLAN_PARTS_H
#define CORE_PLAN_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/buf.h"

struct error;
struct plan;
struct plan_step;
struct policy;
struct program;
struct registry;
struct request;

/* A block of the message that is to run, and by which program. */
struct plan_block {
	const struct program *program; /* borrowed from the registry */
	char *label;                   /* owned; "" = none */
	int line;                      /* 1-based, where the code begins */
	struct buf code;               /* owned; as in the message */
};

struct plan_blocks {
	struct plan_block *item; /* owned */
	size_t count;
};

/*
 * Which blocks of REQUEST run, at least one; *OUT is zero before and must be
 * freed in either case. 0, or -1 with *E: ERR_MODEL_NOT_FOUND,
 * ERR_UNKNOWN_LANGUAGE, ERR_NO_CODE_BLOCK, ERR_INVALID_VALUE, ERR_INTERNAL.
 */
int plan_blocks_find(const struct request *request,
	const struct registry *registry, struct plan_blocks *out,
	struct error *e);

/* Free what BLOCKS holds and make it empty. */
void plan_blocks_free(struct plan_blocks *blocks);

/* Append CODE to OUT as a script of PROGRAM must be: no byte-order mark, no CR
 * before LF for shells, an opening tag. 0, or -1 when memory is out. */
int plan_code(
	const struct program *program, const struct buf *code, struct buf *out);

/* Free what STEP holds. */
void plan_step_free(struct plan_step *step);

/* Fill STEP->envp, with our own environment as far as the policy passes it. 0,
 * or -1 when memory is out. */
int plan_environment(const struct plan *plan, struct plan_step *step);

/* Fill STEP->binds. 0, or -1 when memory is out. */
int plan_binds(const struct policy *policy, struct plan_step *step);

/* Does the host's file PATH appear inside through STEP->binds? */
bool plan_binds_show(const struct plan_step *step, const char *path);

#endif
