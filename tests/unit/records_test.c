/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* What is said over the set-up pipe, and what the supervisor makes of it: no
 * box stands but by two READY. */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sandbox/layer.h"
#include "tests/unit/tap.h"

static const struct sb_record ready = {.type = SB_RECORD_READY};

static struct sb_record failed(int32_t type, const char *step)
{
	struct sb_record record = {
		.type = type, .fail = {.layer = ROW_MOUNTS, .err = EPERM}};

	/* With an end only where STEP leaves room for it. */
	memcpy(record.fail.step, step, strnlen(step, sizeof(record.fail.step)));
	return record;
}

/* Say LEN bytes of RECORDS to a box, and hang up: what sb_ready() makes of it,
 * with *WHY. */
static int said(
	const struct sb_record *records, size_t len, struct sb_fail *why)
{
	struct sb box = {.gate_fd = -1, .channel_fd = -1};
	int ends[2];
	int result;

	if (pipe(ends) || write(ends[1], records, len) != (ssize_t)len)
		abort();
	(void)close(ends[1]);
	box.setup_fd = ends[0];
	result = sb_ready(&box, why);
	(void)close(ends[0]);
	return result;
}

static void ready_test(void)
{
	const struct sb_record two[] = {ready, ready};
	const struct sb_record late[] = {
		ready, failed(SB_RECORD_FAIL, "mount")};
	struct sb_fail why;

	tap_ok(said(two, sizeof(two), &why) == 1, "two READY are a box");
	tap_ok(said(two, sizeof(two[0]), &why) == -1 && !why.err &&
			!strcmp(why.step, "the child was lost in its set-up"),
		"one READY and the end are none");
	tap_ok(said(late, sizeof(late), &why) == -1 && why.err == EPERM &&
			why.layer == ROW_MOUNTS && !strcmp(why.step, "mount"),
		"a FAIL behind it is one, and told as it came");
}

static void unsound_test(void)
{
	const char *const endless =
		"12345678123456781234567812345678123456781234567812345678";
	const struct sb_record no_end = failed(SB_RECORD_FAIL, endless);
	const struct sb_record odd = failed(SB_RECORD_READY, endless);
	const struct sb_record no_type = failed(SB_RECORD_READY + 1, "mount");
	struct sb_fail why;

	tap_ok(said(&ready, sizeof(ready) - 1, &why) == -1 && why.err == EPROTO,
		"half a record is none");
	tap_ok(said(&no_end, sizeof(no_end), &why) == -1 && why.err == EPROTO &&
			!strcmp(why.step, "read of the set-up"),
		"nor one whose step does not end");
	tap_ok(said(&odd, sizeof(odd), &why) == -1 && why.err == EPROTO,
		"nor a READY with such a step");
	tap_ok(said(&no_type, sizeof(no_type), &why) == -1 && why.err == EPROTO,
		"nor one of no type");
}

int main(void)
{
	ready_test();
	unsound_test();
	return tap_done();
}
