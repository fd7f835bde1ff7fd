/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * What the files of a connection share: connection.c moves bytes and keeps
 * time, connection_judge.c decides what may pass, connection_inner.c has the
 * way to libmicrohttpd and back, connection_io.c the small things.
 */
#ifndef HTTP_CONNECTION_PARTS_H
#define HTTP_CONNECTION_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "core/error.h"

struct connection;
struct policy_server;

#define READ_BYTES 16384
#define INBOX_BYTES 65536 /* holds the longest head that is judged */
#define OUTBOX_BYTES 65536

/* read(2) and write(2) for a pipe or a file that may be somebody else's as
 * well, and so keeps its flags: EAGAIN in place of waiting. */
ssize_t connection_read(int fd, char *data, size_t len);
ssize_t connection_write(int fd, const char *data, size_t len);

/* What the operator has laid down for C. */
const struct policy_server *connection_rules(const struct connection *c);

/* C has AFTER_MS from now on for what it is at. */
void connection_deadline(struct connection *c, int64_t after_ms);

/* Some of an answer has moved. */
void connection_progress(struct connection *c);

/* Decide how much of C's inbox may pass. */
void connection_judge(struct connection *c);

/* Nothing more of C passes: it is told so once all before it is answered. */
void connection_refuse(
	struct connection *c, enum error_kind kind, const char *message);

/*
 * Libmicrohttpd's end of the connection: made when a head is whole, so that a
 * client that never gets so far costs little. 0, or -1 when there is none to be
 * had. What closes has not had, it shall not have.
 */
int connection_inner_open(struct connection *c);
void connection_inner_close(struct connection *c);

/* Pass on what may pass; take what the client is to have next. True when
 * something went. */
bool connection_pass_on(struct connection *c);
bool connection_read_inner(struct connection *c);

/* What was in C's outbox has left. */
void connection_outbox_free(struct connection *c);

/*
 * The client of C sends no more, by its FIN. Whether it has gone as well, TCP
 * tells once something is written to it: so that is done, ahead of time and in
 * such a way that one who is still there gets the same answer.
 */
void connection_probe(struct connection *c);

/* Fill *E for a body of more than MAX bytes. -1. */
int connection_too_large(uint64_t max, struct error *e);

/* Log and count the refusal that C has written, under ID. */
void connection_log_fault(struct connection *c, const char *id);

#endif
