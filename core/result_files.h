/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* What a box has collected, as part of a result. */
#ifndef CORE_RESULT_FILES_H
#define CORE_RESULT_FILES_H

struct run_result;
struct sb_usage;

/* Copy what USAGE has collected into OUT, whose files are empty, in the order
 * of their paths. 0, or -1 when memory is out. */
int result_files(const struct sb_usage *usage, struct run_result *out);

#endif
