/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The text of a policy file, if the file can be trusted. */
#ifndef CORE_POLICY_OPEN_H
#define CORE_POLICY_OPEN_H

#include <stdbool.h>

struct buf;
struct error;

/*
 * Append to TEXT what the file PATH holds; nothing when it does not exist and
 * is OPTIONAL. It must be a regular file of at most 1 MiB that belongs to root
 * or to us and that neither group nor others may write. 0, or -1 with *E
 * (ERR_CONFIG, naming PATH).
 */
int policy_open(
	const char *path, bool optional, struct buf *text, struct error *e);

#endif
