/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* A line is made whole and written at once, so that processes that share stderr
 * do not mix theirs. */

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

#include "core/buf.h"
#include "core/render_json.h"
#include "http/log.h"

struct log log_open(enum log_format format, bool quiet)
{
	struct log log = {.format = format, .quiet = quiet};
	struct stat out;
	struct stat err;

	log.system = !fstat(STDOUT_FILENO, &out) &&
		     !fstat(STDERR_FILENO, &err) && S_ISSOCK(err.st_mode) &&
		     out.st_dev == err.st_dev && out.st_ino == err.st_ino;
	if (log.system)
		openlog("codeexec", LOG_PID, LOG_DAEMON);
	return log;
}

static void put_line(const struct log *log, int level, struct buf *line)
{
	size_t at = 0;

	if (log->system) {
		syslog(level, "%s", line->data);
		return;
	}
	if (buf_append(line, "\n", 1))
		return;
	while (at < line->len) {
		ssize_t wrote =
			write(STDERR_FILENO, line->data + at, line->len - at);

		if (wrote <= 0)
			return; /* nobody to tell */
		at += (size_t)wrote;
	}
}

/* RFC 3339, UTC. */
static void now(char out[32])
{
	time_t seconds = time(NULL);
	struct tm parts;

	(void)gmtime_r(&seconds, &parts); /* a time of today always fits */
	(void)strftime(out, 32, "%Y-%m-%dT%H:%M:%SZ", &parts);
}

/* Append " NAME=TEXT"; what could break the line or drive a terminal is '?'. */
static int put_word(struct buf *line, const char *name, const char *text)
{
	size_t start;

	if (!text || !*text)
		return 0;
	if (buf_printf(line, " %s%s", name, *name ? "=" : ""))
		return -1;
	start = line->len;
	if (buf_printf(line, "%s", text))
		return -1;
	for (size_t i = start; i < line->len; i++)
		if ((unsigned char)line->data[i] <= ' ' ||
			(unsigned char)line->data[i] >= 127)
			line->data[i] = '?';
	return 0;
}

static int text_line(const struct log_request *request, struct buf *line)
{
	char when[32];

	now(when);
	if (buf_printf(line, "%s", when) || put_word(line, "", request->id) ||
		put_word(line, "", request->method) ||
		put_word(line, "", request->path) ||
		buf_printf(line, " %d", request->status) ||
		put_word(line, "model", request->model) ||
		put_word(line, "outcome", request->outcome) ||
		(request->exit_code >= 0 &&
			buf_printf(line, " exit=%d", request->exit_code)) ||
		buf_printf(line, " %.1fms %" PRIu64 "B",
			(double)request->duration_us / 1000, request->bytes) ||
		put_word(line, "client", request->client_id))
		return -1;
	return request->aborted ? buf_printf(line, " aborted") : 0;
}

static int json_line(const struct log_request *request, struct buf *line)
{
	struct json_build b = {0};
	struct json_object *o = put_object(&b, NULL, NULL);
	char when[32];

	now(when);
	put_string(&b, o, "time", when);
	put_string(&b, o, "request_id", request->id);
	put_string(&b, o, "client_request_id", request->client_id);
	put_string(&b, o, "method", request->method);
	put_string(&b, o, "path", request->path);
	put_integer(&b, o, "status", request->status);
	put_string(&b, o, "model", request->model);
	put_string(&b, o, "outcome", request->outcome);
	if (request->exit_code >= 0)
		put_integer(&b, o, "exit_code", request->exit_code);
	else
		put_string(&b, o, "exit_code", NULL);
	put_integer(&b, o, "duration_ms", request->duration_us / 1000);
	put_integer(&b, o, "bytes", (int64_t)request->bytes);
	put_boolean(&b, o, "aborted", request->aborted);
	return build_finish(&b, false, line);
}

void log_request(const struct log *log, const struct log_request *request)
{
	autobuf struct buf line = {0};
	int status;

	if (log->format == LOG_NONE)
		return;
	status = log->format == LOG_JSON ? json_line(request, &line)
					 : text_line(request, &line);
	if (!status)
		put_line(log, LOG_INFO, &line);
}

/* What TEXT says of the service, as one line of either format. */
static int say_line(
	const struct log *log, int level, const char *text, struct buf *line)
{
	struct json_build b = {0};
	struct json_object *o;
	char when[32];

	if (log->format != LOG_JSON)
		return buf_printf(
			line, "%s%s", log->system ? "" : "codeexec: ", text);
	o = put_object(&b, NULL, NULL);
	now(when);
	put_string(&b, o, "time", when);
	put_string(&b, o, "level",
		level <= LOG_ERR       ? "error"
		: level == LOG_WARNING ? "warning"
				       : "info");
	put_string(&b, o, "message", text);
	return build_finish(&b, false, line);
}

void log_say(const struct log *log, int level, const char *format, ...)
{
	autobuf struct buf line = {0};
	char text[768];
	va_list args;

	if (log->quiet && level > LOG_WARNING)
		return;
	va_start(args, format);
	(void)vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (!say_line(log, level, text, &line))
		put_line(log, level, &line);
}
