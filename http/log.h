/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * One line a request, on stderr; in the system's log when stderr is the
 * conversation itself, as inetd(8) has it. Never code, output or a key.
 */
#ifndef HTTP_LOG_H
#define HTTP_LOG_H

#include <stdbool.h>
#include <stdint.h>

enum log_format { LOG_TEXT, LOG_JSON, LOG_NONE };

struct log {
	enum log_format format;
	bool system; /* syslog(3) in place of stderr */
	bool quiet;  /* what the service says below a warning is not said */
};

/* What there is to say of a request. Borrowed; NULL = nothing to say. */
struct log_request {
	const char *id;
	const char *client_id; /* its X-Client-Request-Id */
	const char *method;
	const char *path;
	int status;
	const char *model;
	const char *outcome; /* of the run: "exited"; of an error: its code */
	int exit_code;       /* -1 = nothing ran */
	int64_t duration_us;
	uint64_t bytes; /* of the body that was sent */
	bool aborted;   /* the client went away first */
};

/* Where lines go, as stderr now is. */
struct log log_open(enum log_format format, bool quiet);

void log_request(const struct log *log, const struct log_request *request);

/* Something of the service itself: "listening on ...". LEVEL as syslog(3) has
 * it. In JSON it is the member message, beside time and level. */
void log_say(const struct log *log, int level, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
