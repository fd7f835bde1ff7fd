/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Fds from one process to another: SCM_RIGHTS of unix(7). Async-signal-safe. */
#ifndef SANDBOX_PASS_H
#define SANDBOX_PASS_H

#include <stddef.h>

/* How many go with one message. */
#define PASS_MAX 12

/* Send DATA, at least a byte, with COUNT FDS, which stay the caller's. 0, or -1
 * with errno; never SIGPIPE. */
int pass_send(
	int socket, const void *data, size_t len, const int *fds, size_t count);

/* Take one message of exactly LEN bytes into DATA, and the fds that come with
 * it, close-on-exec and the caller's, into FDS, which has room for PASS_MAX.
 * How many fds came, or -1 with errno (ECONNRESET: the other end is closed;
 * EPROTO: it was another length, or an fd could not be had; its fds are
 * closed).
 */
int pass_receive(int socket, void *data, size_t len, int fds[PASS_MAX]);

/* Close COUNT FDS that have come, or were sent. */
void pass_close(const int *fds, size_t count);

#endif
