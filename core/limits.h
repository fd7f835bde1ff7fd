/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The limits of a block, and how a duration, a size and a count are written:
 * the same in the policy file, in flags, in the environment and in a request.
 */
#ifndef CORE_LIMITS_H
#define CORE_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * ROW(field, policy key, unit). Rows are in the order of the policy file. What
 * a value may be, its default, flag and help are in core/keys.c.
 */
#define LIMITS_TABLE(ROW)                                                      \
	ROW(timeout_ms, "timeout", UNIT_DURATION)                              \
	ROW(cpu_time_ms, "cpu_time", UNIT_DURATION)                            \
	ROW(memory_bytes, "memory", UNIT_SIZE)                                 \
	ROW(address_space_bytes, "address_space", UNIT_SIZE)                   \
	ROW(processes, "processes", UNIT_COUNT)                                \
	ROW(open_files, "open_files", UNIT_COUNT)                              \
	ROW(file_size_bytes, "file_size", UNIT_SIZE)                           \
	ROW(workdir_bytes, "workdir", UNIT_SIZE)                               \
	ROW(stdout_bytes, "stdout", UNIT_SIZE)                                 \
	ROW(stderr_bytes, "stderr", UNIT_SIZE)                                 \
	ROW(collect_bytes, "collect", UNIT_SIZE)                               \
	ROW(request_bytes, "request", UNIT_SIZE)                               \
	ROW(blocks, "blocks", UNIT_COUNT)

enum unit {
	UNIT_DURATION, /* "500ms", "10s", "2m", "1h"; kept in milliseconds */
	UNIT_SIZE,     /* "64MiB", "1GiB", "4KiB", "10MB", "1024"; bytes */
	UNIT_COUNT,    /* "64" */
};

/* Each in the unit of its name; 0 = not set. */
struct limits {
#define LIMITS_FIELD(field, key, unit) int64_t field;
	LIMITS_TABLE(LIMITS_FIELD)
#undef LIMITS_FIELD
};

/*
 * Read TEXT as a quantity of UNIT into *VALUE. 0, or -1 when it is none
 * (no number, unknown or missing unit, negative, fraction that is not whole
 * in the base unit, more than 2^53).
 */
int unit_parse(enum unit unit, const char *text, int64_t *value);

/* Write VALUE as unit_parse() reads it, shortest exact form, into OUT. */
void unit_format(enum unit unit, int64_t value, char out[32]);

/* "a duration such as 500ms, 10s or 2m": what unit_parse() wants, for
 * messages. */
const char *unit_wanted(enum unit unit);

/* The field of LIMITS that the key NAME ("memory") means, and its unit; NULL
 * when there is none. */
int64_t *limits_field(struct limits *limits, const char *name, enum unit *unit);

#endif
