/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* What http/connection.c has of connection_io.c. */
#ifndef HTTP_CONNECTION_PARTS_H
#define HTTP_CONNECTION_PARTS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct connection;
struct error;

#define READ_BYTES 16384
#define INBOX_BYTES 65536 /* holds the longest head that is judged */
#define OUTBOX_BYTES 65536

/* read(2) and write(2) for a pipe or a file that may be somebody else's as
 * well, and so keeps its flags: EAGAIN in place of waiting. */
ssize_t connection_read(int fd, char *data, size_t len);
ssize_t connection_write(int fd, const char *data, size_t len);

/* Fill *E for a body of more than MAX bytes. -1. */
int connection_too_large(uint64_t max, struct error *e);

/* Log and count the refusal that C has written, under ID. */
void connection_log_fault(struct connection *c, const char *id);

#endif
