/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The error table, and the only place where failure text is assembled. */

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/error.h"

struct row {
	int exit;
	int http;
	const char *type;
	const char *code;
};

static const struct row rows[] = {
#define ERROR_ROW(name, exit, http, type, code, about)                         \
	[name] = {exit, http, type, code},
	ERROR_TABLE(ERROR_ROW)
#undef ERROR_ROW
};

int error_exit(enum error_kind kind)
{
	return rows[kind].exit;
}

int error_http(enum error_kind kind)
{
	return rows[kind].http;
}

const char *error_type(enum error_kind kind)
{
	return rows[kind].type;
}

const char *error_code(enum error_kind kind)
{
	return rows[kind].code;
}

#undef fail
#undef fail_at
#undef wrap

int fail(struct error *e, enum error_kind kind, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	(void)vsnprintf(e->message, sizeof(e->message), format, args);
	va_end(args);
	e->kind = kind;
	e->param[0] = '\0';
	return -1;
}

int fail_at(struct error *e, enum error_kind kind, const char *param,
	const char *format, ...)
{
	va_list args;

	va_start(args, format);
	(void)vsnprintf(e->message, sizeof(e->message), format, args);
	va_end(args);
	e->kind = kind;
	(void)snprintf(e->param, sizeof(e->param), "%s", param);
	return -1;
}

int wrap(struct error *e, const char *format, ...)
{
	char inner[sizeof(e->message)];
	va_list args;
	size_t len;

	memcpy(inner, e->message, sizeof(inner));
	va_start(args, format);
	(void)vsnprintf(e->message, sizeof(e->message), format, args);
	va_end(args);
	len = strlen(e->message);
	(void)snprintf(
		e->message + len, sizeof(e->message) - len, ": %s", inner);
	return -1;
}
