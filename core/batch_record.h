/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The lines that a batch writes: OpenAI's Batch output. */
#ifndef CORE_BATCH_RECORD_H
#define CORE_BATCH_RECORD_H

#include "core/buf.h"

struct error;

enum batch_verdict {
	BATCH_NO_VERDICT, /* nothing was expected */
	BATCH_PASSED,
	BATCH_FAILED,
};

/* What a record says of a request. All borrowed. */
struct batch_record {
	const char *custom_id;  /* NULL = none could be read */
	int status;             /* HTTP */
	const struct buf *body; /* JSON: a completion or an error */
	bool judged;            /* a verdict is to be told */
	enum batch_verdict verdict;
};

/* Append the line of RECORD, with its end: a request that was answered, with a
 * completion or an error of its own. 0, or -1 when memory is out. */
int batch_record_answer(const struct batch_record *record, struct buf *out);

/* Append the line of a line that is no request: E. 0, or -1 when memory is
 * out. */
int batch_record_error(
	const char *custom_id, const struct error *e, struct buf *out);

#endif
