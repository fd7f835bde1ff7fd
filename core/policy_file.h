/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The policy file: YAML in, keys of struct policy out, or a refusal with its
 * place. */
#ifndef CORE_POLICY_FILE_H
#define CORE_POLICY_FILE_H

#include <stdbool.h>

struct error;
struct policy;

/*
 * Set in POLICY what the file PATH says, with "PATH:LINE:COLUMN" as origin.
 * OPTIONAL: that there is no such file is fine. The file must be a regular one
 * of at most 1 MiB that belongs to root or to us and that no one else may
 * write. 0, or -1 with *E: ERR_CONFIG ("PATH:LINE:COL: message") or
 * ERR_INTERNAL (memory); POLICY is then half set.
 */
int policy_file_read(const char *path, bool optional, struct policy *policy,
	struct error *e);

/* The version of libyaml in use: "0.2.5". Static. */
const char *policy_file_libyaml(void);

#endif
