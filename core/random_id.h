/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Names that nothing had before. */
#ifndef CORE_RANDOM_ID_H
#define CORE_RANDOM_ID_H

#include <stddef.h>

/* Hexadecimal digits behind the front, and the NUL. */
#define RANDOM_ID_DIGITS 32
#define RANDOM_ID_BYTES(front) (sizeof(front) + RANDOM_ID_DIGITS)

/* FRONT and 32 hexadecimal digits into OUT, of RANDOM_ID_BYTES(FRONT) or more.
 * 0; or -1 with errno when the kernel gives no random bytes: then they are
 * zeros. */
int random_id(const char *front, char *out, size_t size);

#endif
