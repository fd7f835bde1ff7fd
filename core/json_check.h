/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Is this text JSON, by the letter of RFC 8259? json-c, even when it is told
 * to be strict, takes NaN, 01, 2., 'single quotes', raw control characters and
 * lone surrogates; so what a caller sent is held against this first.
 */
#ifndef CORE_JSON_CHECK_H
#define CORE_JSON_CHECK_H

#include <stddef.h>

#include "core/json_span.h"

struct error;

/* Arrays and objects may be nested this deep, the outermost counted. */
#define JSON_DEPTH_MAX 64

/*
 * Hold the LEN bytes at JSON, after an optional byte-order mark, to be one
 * JSON value in valid UTF-8 without lone surrogates. *VALUE becomes its place,
 * without the blanks around it. 0, or -1 with *E (ERR_INVALID_JSON, "invalid
 * JSON at byte N: ...", N from 0, the mark counted). Never recurses; linear
 * in LEN.
 */
int json_check(
	const char *json, size_t len, struct json_span *value, struct error *e);

#endif
