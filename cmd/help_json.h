/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* What --help says as JSON, from the same tables. */
#ifndef CMD_HELP_JSON_H
#define CMD_HELP_JSON_H

struct command;

/* Print an object with COMMAND (NULL = all of them), its options, and the keys
 * of the policy that it takes as options, to stdout. The exit code; a failure
 * was told on stderr. */
int help_json(const struct command *command);

#endif
