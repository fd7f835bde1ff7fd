/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * What came of a plan: the outcome of each run and of each of its blocks.
 * Data only; execute fills it, render reads it.
 */
#ifndef CORE_RESULT_H
#define CORE_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/buf.h"
#include "sandbox/describe.h"

/* How a block or a run ended: the first of these that happened. */
#define RUN_STATUS_TABLE(ROW)                                                  \
	ROW(RUN_EXITED, "exited")                                              \
	ROW(RUN_SIGNALED, "signaled")                                          \
	ROW(RUN_TIMED_OUT, "timed_out")                                        \
	ROW(RUN_CPU_LIMIT, "cpu_limit")                                        \
	ROW(RUN_MEMORY_LIMIT, "memory_limit")                                  \
	ROW(RUN_OUTPUT_LIMIT, "output_limit")

enum run_status {
#define RUN_STATUS_ENUM(name, text) name,
	RUN_STATUS_TABLE(RUN_STATUS_ENUM)
#undef RUN_STATUS_ENUM
};

/* How long the parts of a block took, when the request asks. */
struct step_timing {
	int64_t setup_us; /* from the beginning until it stood */
	int64_t layer_us[SB_LAYERS_MOST]; /* of that, by the order's rows; of a
					     warm program's none */
	int64_t exec_us;                  /* from the gate to the program */
	int64_t run_us;                   /* until its end was known */
	int64_t teardown_us;              /* of its box */
};

/* One block. */
struct step_result {
	const char *program; /* borrowed from the registry */
	enum run_status status;
	int exit_code;          /* 128+n for signal n */
	int signal;             /* 0 = none */
	bool warm;              /* forked from a program that was kept */
	bool unneeded;          /* ended by us after the last block had */
	struct buf stderr_text; /* owned; any bytes */
	bool stderr_truncated;
	int64_t duration_ms;       /* from exec to its end */
	int64_t cpu_ms;            /* user + system, all its processes */
	bool cpu_lower_bound;      /* cpu_ms may miss unwaited-for children */
	int64_t max_rss_bytes;     /* of its largest process */
	bool max_rss_lower_bound;  /* it was killed before it could tell */
	struct step_timing timing; /* when the run is timed */
};

/* A file collected from the workdir of the last block. */
struct result_file {
	char *path;         /* owned; relative to the workdir; any bytes */
	struct buf content; /* owned; any bytes */
};

/* A path that collect's globs name, and that was not collected. */
struct result_refused {
	char *path;         /* owned; relative to the workdir; any bytes */
	const char *reason; /* static: "symbolic_link", ... */
};

/* One run of the whole pipeline. */
struct run_result {
	enum run_status status;
	int exit_code;          /* as a shell's pipefail sees the pipeline */
	int signal;             /* of the block that exit_code is of; 0 */
	struct buf stdout_text; /* owned; of the last block; any bytes */
	bool stdout_truncated;
	int64_t duration_ms;
	bool timed;               /* its steps have their timing */
	struct step_result *step; /* owned */
	size_t step_count;
	struct result_file *file; /* owned */
	size_t file_count;
	struct result_refused *refused; /* owned */
	size_t refused_count;
	bool files_truncated; /* a bound kept files out, or names of refused
				 ones */
};

struct result {
	struct run_result *run; /* owned; one a choice */
	size_t count;
	const char *sandbox;   /* static: "native", "off" */
	const char *network;   /* static: "none", "host" */
	const char *user;      /* static: "userns", "setuid", "host" */
	const char *memory_by; /* static: "cgroup2", "cgroup1", "watchdog",
				  "none" */
	int64_t created;       /* seconds since the epoch */
	char id[48];           /* "codeexec-" + 32 hex */
};

/* The status word of STATUS, static. */
const char *run_status_text(enum run_status status);

/* Free what RESULT holds and make it empty. */
void result_free(struct result *result);

#endif
