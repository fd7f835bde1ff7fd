/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Many requests, some at once: lines in, records out, in memory for those that
 * are in the making.
 */
#ifndef CORE_BATCH_H
#define CORE_BATCH_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct batch_done;
struct error;
struct service;

/* What has come of it so far. */
struct batch_summary {
	int64_t bytes;       /* of the input that were taken */
	int64_t requests;    /* that were begun, without those skipped */
	int64_t skipped;     /* had been answered before */
	int64_t completions; /* of the requests; each of the next four is one */
	int64_t passed;      /* exit code 0, or as expected */
	int64_t failed;      /* another exit code or output, or a signal */
	int64_t timed_out;
	int64_t limited; /* memory, processor time, output */
	int64_t refused; /* answered with an error */
	int64_t invalid; /* lines that are no request */
	int first_exit;  /* exit code of the first of these two; 0 = none */
	int64_t cpu_ms;
	int64_t slowest_ms;
	char slowest[64]; /* its custom_id, cut */
	bool stopped;     /* by fail_fast, before the end */
};

/* All borrowed. */
struct batch_options {
	const struct service *service;
	int in_fd;
	int out_fd;
	size_t jobs;  /* how many at once, at least 1 */
	bool ordered; /* records in the order of the input */
	bool fail_fast;
	bool expect; /* hold stdout against codeexec.expected_stdout */
	struct batch_done *done;             /* to be skipped */
	const volatile sig_atomic_t *cancel; /* non-zero: begin no more, drop
						what runs */
	/* Told of each record, and ten times a second. NULL = not wanted. */
	void (*progress)(void *to, const struct batch_summary *summary);
	void *to;
};

/*
 * Answer all of in_fd into out_fd. 0, also when requests failed: *OUT says so;
 * -1 with *E when it could not go on: ERR_IO, ERR_INTERNAL. Records of what has
 * ended have then been written as far as they could be.
 */
int batch_run(const struct batch_options *options, struct batch_summary *out,
	struct error *e);

#endif
