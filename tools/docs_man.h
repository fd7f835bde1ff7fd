/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* What the marks of a page's template stand for. */
#ifndef TOOLS_DOCS_MAN_H
#define TOOLS_DOCS_MAN_H

struct command;

/* The page that is made. */
struct docs_page {
	const char *name;              /* "codeexec-run.1" */
	const struct command *command; /* that it is about; NULL = none */
};

/* Print the tables of what is read and answered: members of requests, limits,
 * errors, members of a program of interpreters.json, programs built in. */
void docs_request(const struct docs_page *page);
void docs_stream_options(const struct docs_page *page);
void docs_extension(const struct docs_page *page);
void docs_limits(const struct docs_page *page);
void docs_errors(const struct docs_page *page);
void docs_registry(const struct docs_page *page);
void docs_programs(const struct docs_page *page);

#endif
