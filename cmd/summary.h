/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* What came of a batch, on stderr. */
#ifndef CMD_SUMMARY_H
#define CMD_SUMMARY_H

#include <stdbool.h>
#include <stdint.h>

struct batch_summary;

struct summary {
	const struct batch_summary *batch; /* borrowed */
	int64_t took_ms;                   /* wall clock */
	bool interrupted;                  /* by a signal */
};

/* Print SUMMARY as a line for people, or as a JSON object. */
void summary_print(const struct summary *summary, bool json);

#endif
