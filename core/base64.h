/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Base64 (RFC 4648), strictly: one text for one content. */
#ifndef CORE_BASE64_H
#define CORE_BASE64_H

#include <stddef.h>

struct buf;

/* Append the base64 (RFC 4648) of the LEN bytes at DATA to OUT. 0, or -1 when
 * memory is out. */
int base64_encode(const char *data, size_t len, struct buf *out);

/* Append the bytes that the base64 TEXT of LEN characters stands for. 0; -1
 * when it is no strict base64 (errno EINVAL) or memory is out (ENOMEM). */
int base64_decode(const char *text, size_t len, struct buf *out);

#endif
