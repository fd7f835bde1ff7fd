/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Where `codeexec run` gets a request from: a file, stdin, or -m, -c and -f. */
#ifndef CMD_RUN_INPUT_H
#define CMD_RUN_INPUT_H

#include <stdbool.h>
#include <stddef.h>

struct answer;
struct buf;
struct error;
struct options;
struct outlet;
struct service;

/* The options of `run`. Strings are borrowed from argv; NULL = not given. */
struct run_options {
	const char *model;
	const char *code;
	const char *file;
	const char *stdin_file;
	bool raw;
	bool json;
	bool exit_code;
	bool stream;
	bool dry_run;
	bool verbose;
	bool quiet; /* of struct options */
};

/* One request to come. All borrowed. */
struct run_input {
	const struct run_options *own;
	const char *file;             /* of JSON; "-" = stdin */
	const struct buf *stdin_text; /* --stdin; NULL = not given */
};

/* See that what was given fits together. 0, or -1 with *E (ERR_USAGE). */
int run_input_check(const struct run_options *own,
	const struct options *options, struct error *e);

/* Append all of FILE ("-" = stdin; a terminal is told of unless OWN is quiet)
 * to TEXT, at most MAX bytes (0 = any). 0, or -1 with *E (ERR_NO_INPUT,
 * ERR_REQUEST_TOO_LARGE, ERR_IO) and TEXT empty. Blocks. */
int run_input_read(const struct run_options *own, const char *file, size_t max,
	struct buf *text, struct error *e);

/* Read INPUT and plan it: see answer_parse(). */
int run_input_plan(const struct run_input *input, const struct service *service,
	const struct outlet *outlet, struct answer *out, struct error *e);

#endif
