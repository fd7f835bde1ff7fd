/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Lines as CommonMark has them: each ends with LF, CR or CR LF, the last one
 * perhaps with nothing. */
#ifndef CORE_LINE_H
#define CORE_LINE_H

#include <stddef.h>

/* Where the line of TEXT, LEN bytes, that AT is in ends: at its line end
 * characters, or LEN. */
size_t line_end(const char *text, size_t len, size_t at);

/* Where the line after it begins, or LEN. */
size_t line_next(const char *text, size_t len, size_t at);

#endif
