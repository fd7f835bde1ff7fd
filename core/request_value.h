/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Values of a request's members, each read or refused with its place. */
#ifndef CORE_REQUEST_VALUE_H
#define CORE_REQUEST_VALUE_H

#include <stdbool.h>

#include "core/buf.h"

struct error;
struct member;

/* M must be WANTED ("a string") but is something else. Returns -1. */
int value_refuse(const struct member *m, const char *wanted, struct error *e);

/* M is missing. Returns -1. */
int value_missing(const struct member *m, struct error *e);

/* The boolean M into *OUT. 0, or -1 with *E. */
int value_boolean(const struct member *m, bool *out, struct error *e);

/* Append the string M, any characters, to *OUT. 0, or -1 with *E. */
int value_text(const struct member *m, struct buf *out, struct error *e);

/* The string M, without NUL in it, as a new string for the caller to free;
 * NULL with *E when it is anything else. */
char *value_string(const struct member *m, struct error *e);

#endif
