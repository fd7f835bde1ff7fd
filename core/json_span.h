/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Places of values within a JSON text that json_check() has passed. A request
 * is walked member by member and only strings that are wanted are decoded: a
 * tree of it would take 200 times the memory of a hostile text, and would
 * round the numbers of codeexec.input.
 */
#ifndef CORE_JSON_SPAN_H
#define CORE_JSON_SPAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/buf.h"

/* A value in the text; borrowed, not terminated. data NULL = absent. */
struct json_span {
	const char *data;
	size_t len;
};

enum json_kind {
	JSON_NULL,
	JSON_BOOLEAN,
	JSON_INTEGER,  /* a number without '.' and exponent */
	JSON_FRACTION, /* any other number */
	JSON_STRING,
	JSON_ARRAY,
	JSON_OBJECT,
};

/* What SPAN is; absent is JSON_NULL. */
enum json_kind json_span_kind(const struct json_span *span);

/*
 * The next member of an object. REST is the object's own span at first and
 * what is left of it afterwards; *NAME becomes the name, in its quotes,
 * *VALUE its value. False when there is none left.
 */
bool json_span_next(struct json_span *rest, struct json_span *name,
	struct json_span *value);

/* The next item of an array, likewise. */
bool json_span_item(struct json_span *rest, struct json_span *value);

/* The truth of the boolean SPAN. */
bool json_span_true(const struct json_span *span);

/* The value of the JSON_INTEGER SPAN; the nearest int64_t when it is none. */
int64_t json_span_integer(const struct json_span *span);

/* Append what the JSON_STRING SPAN means to OUT; any character, NUL included.
 * 0, or -1 when memory is out or SPAN is 2 GiB or more. */
int json_span_string(const struct json_span *span, struct buf *out);

#endif
