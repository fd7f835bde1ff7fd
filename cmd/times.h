/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* run --verbose: how long the parts of a run took, on stderr. */
#ifndef CMD_TIMES_H
#define CMD_TIMES_H

struct result;

/* Print a table of what was timed of RESULT; nothing when nothing was. */
void times_print(const struct result *result);

#endif
