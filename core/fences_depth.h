/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Is a text made to keep the Markdown parser busy? */
#ifndef CORE_FENCES_DEPTH_H
#define CORE_FENCES_DEPTH_H

#include <stdbool.h>
#include <stddef.h>

/*
 * May the LEN bytes at TEXT nest quotes and lists so deeply, on so many lines,
 * that libcmark takes more than a second or two over it? No text written to be
 * read comes near. Linear in LEN.
 */
bool fences_too_deep(const char *text, size_t len);

#endif
