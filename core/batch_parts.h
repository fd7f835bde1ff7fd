/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* What core/batch.c, its loop, and core/batch_job.c, its requests, share. */
#ifndef CORE_BATCH_PARTS_H
#define CORE_BATCH_PARTS_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/answer.h"
#include "core/batch.h"
#include "core/batch_input.h"
#include "core/batch_line.h"
#include "core/buf.h"

struct error;

struct job {
	bool busy;
	int64_t sequence; /* of its record */
	struct batch_line line;
	struct answer answer;
	struct outlet outlet;
	struct buf out; /* the body of its record */
	struct pollfd *fds;
	size_t fds_count;
};

struct batch {
	const struct batch_options *options;
	struct batch_summary *summary;
	struct batch_input input;
	struct job *job;
	struct buf *ring; /* records that wait; data NULL = not there yet */
	size_t ring_size;
	int64_t next_sequence; /* of the next line */
	int64_t next_written;  /* of the next record, when ordered */
	struct buf out;        /* records on their way to out_fd */
	size_t out_at;
	struct pollfd *fds;
	int64_t told_ms;
	size_t write_bytes; /* that can be written at once without waiting */
	bool stopping;      /* take no more lines */
};

/* Give the line DATA to the free JOB: it is begun, or told to be wrong, or
 * passed over. 0, or -1 with *E. */
int job_take(struct batch *b, struct job *job, const char *data, size_t len,
	struct error *e);

/* The line just read is too long: tell so. 0, or -1 with *E. */
int job_too_long(struct batch *b, struct error *e);

/* A step of the busy JOB, whose fds poll(2) has marked. 0, or -1 with *E. */
int job_step(struct batch *b, struct job *job, struct error *e);

/* End what runs and free what JOB holds. */
void job_free(struct job *job);

#endif
