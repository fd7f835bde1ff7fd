/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * `codeexec serve`: OpenAI's chat completions over HTTP/1.1, on one
 * conversation or on listening sockets. One process, one loop, no threads.
 */
#ifndef HTTP_SERVER_H
#define HTTP_SERVER_H

#include <stdbool.h>
#include <stddef.h>

#include "http/log.h"
#include "http/world.h"

struct error;

/* What the command line says. All borrowed. */
struct server_options {
	const char *const *listen; /* addresses, as http/listen.h has them */
	size_t listen_count;       /* 0 = sockets of systemd, else one
				      conversation on stdin and stdout */
	enum log_format log;
	bool quiet; /* no notes in it, only requests and what is wrong */
	struct world_source source;
};

/*
 * Serve until the conversation has ended, or SIGTERM or SIGINT come: what runs
 * is then finished and no more is taken; a second one ends at once. SIGHUP
 * reads policy, registry and keys again. 0, or -1 with *E when it cannot be
 * begun: ERR_CONFIG, ERR_USAGE, ERR_IO, ERR_INTERNAL; or, ERR_IO, when the
 * conversation could not be written to its end.
 */
int server_run(const struct server_options *options, struct error *e);

#endif
