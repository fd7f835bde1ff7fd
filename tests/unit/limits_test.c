/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Durations, sizes and counts: read exactly or not at all, and written so that
 * they read back as the same. */

#include <string.h>

#include "core/limits.h"
#include "tests/unit/tap.h"

#define KIB INT64_C(1024)
#define MIB (1024 * KIB)
#define GIB (1024 * MIB)
#define TIB (1024 * GIB)

struct reading {
	enum unit unit;
	const char *text;
	int64_t value;
};

static const struct reading taken[] = {
	{UNIT_DURATION, "1ms", 1},
	{UNIT_DURATION, "500ms", 500},
	{UNIT_DURATION, "10s", 10000},
	{UNIT_DURATION, "1.5s", 1500},
	{UNIT_DURATION, "0.001s", 1},
	{UNIT_DURATION, "2m", 120000},
	{UNIT_DURATION, "0.5h", 1800000},
	{UNIT_DURATION, "0s", 0},
	{UNIT_DURATION, "007s", 7000},
	{UNIT_SIZE, "0", 0},
	{UNIT_SIZE, "1024", 1024},
	{UNIT_SIZE, "7B", 7},
	{UNIT_SIZE, "4KiB", 4 * KIB},
	{UNIT_SIZE, "64MiB", 64 * MIB},
	{UNIT_SIZE, "1.25GiB", 1280 * MIB},
	{UNIT_SIZE, "0.5KiB", 512},
	{UNIT_SIZE, "3TiB", 3 * TIB},
	{UNIT_SIZE, "10MB", 10000000},
	{UNIT_SIZE, "1kB", 1000},
	{UNIT_SIZE, "1KB", 1000},
	{UNIT_SIZE, "2GB", 2000000000},
	{UNIT_SIZE, "1TB", 1000000000000},
	{UNIT_SIZE, "9007199254740992", INT64_C(9007199254740992)},
	{UNIT_SIZE, "8192TiB", 8192 * TIB},
	{UNIT_COUNT, "64", 64},
	{UNIT_COUNT, "64.0", 64},
};

static const struct reading refused[] = {
	{UNIT_DURATION, "", 0}, {UNIT_DURATION, "10", 0},
	{UNIT_DURATION, "s", 0}, {UNIT_DURATION, "-1s", 0},
	{UNIT_DURATION, "+1s", 0}, {UNIT_DURATION, " 1s", 0},
	{UNIT_DURATION, "1 s", 0}, {UNIT_DURATION, "1s ", 0},
	{UNIT_DURATION, "1S", 0}, {UNIT_DURATION, "1.s", 0},
	{UNIT_DURATION, ".5s", 0}, {UNIT_DURATION, "1.2.3s", 0},
	{UNIT_DURATION, "0.5ms", 0}, {UNIT_DURATION, "1.0005s", 0},
	{UNIT_DURATION, "1e3s", 0}, {UNIT_DURATION, "0x10s", 0},
	{UNIT_DURATION, "1,5s", 0}, {UNIT_DURATION, "1d", 0},
	{UNIT_DURATION, "10MiB", 0}, {UNIT_DURATION, "nan", 0},
	{UNIT_DURATION, "inf", 0}, {UNIT_DURATION, "infinity", 0},
	{UNIT_DURATION, "unlimited", 0}, {UNIT_DURATION, "1s1s", 0},
	{UNIT_DURATION, "99999999999999999999s", 0},
	{UNIT_DURATION, "9007199254740992h", 0},
	{UNIT_DURATION, "0.00000000000000000001s", 0}, {UNIT_SIZE, "10s", 0},
	{UNIT_SIZE, "1K", 0}, {UNIT_SIZE, "1M", 0}, {UNIT_SIZE, "1mb", 0},
	{UNIT_SIZE, "1mib", 0}, {UNIT_SIZE, "1PiB", 0}, {UNIT_SIZE, "0.5", 0},
	{UNIT_SIZE, "0.3KiB", 0}, {UNIT_SIZE, "8193TiB", 0},
	{UNIT_SIZE, "8192.1TiB", 0}, {UNIT_SIZE, "9007199254740993", 0},
	{UNIT_COUNT, "1.5", 0}, {UNIT_COUNT, "64s", 0}, {UNIT_COUNT, "64B", 0},
	{UNIT_COUNT, "-1", 0},
	{UNIT_COUNT, "\xd9\xa3", 0}, /* an Arabic digit three */
};

static const struct reading written[] = {
	{UNIT_DURATION, "0s", 0},
	{UNIT_DURATION, "1ms", 1},
	{UNIT_DURATION, "10s", 10000},
	{UNIT_DURATION, "1500ms", 1500},
	{UNIT_DURATION, "90s", 90000},
	{UNIT_DURATION, "1m", 60000},
	{UNIT_DURATION, "24h", 86400000},
	{UNIT_SIZE, "1", 1},
	{UNIT_SIZE, "1KiB", 1024},
	{UNIT_SIZE, "1025", 1025},
	{UNIT_SIZE, "512MiB", 512 * MIB},
	{UNIT_SIZE, "1536MiB", 1536 * MIB},
	{UNIT_SIZE, "4GiB", 4 * GIB},
	{UNIT_SIZE, "256TiB", 256 * TIB},
	{UNIT_SIZE, "10MB", 10000000},
	{UNIT_COUNT, "64", 64},
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void check_taken(void)
{
	for (size_t i = 0; i < COUNT(taken); i++) {
		const struct reading *r = &taken[i];
		int64_t value = -1;
		int result = unit_parse(r->unit, r->text, &value);

		tap_ok(!result && value == r->value, "'%s' is %lld", r->text,
			(long long)r->value);
	}
}

static void check_refused(void)
{
	for (size_t i = 0; i < COUNT(refused); i++) {
		const struct reading *r = &refused[i];
		int64_t value;

		tap_ok(unit_parse(r->unit, r->text, &value) == -1,
			"'%s' is not %s", r->text, unit_wanted(r->unit));
	}
}

static void check_written(void)
{
	for (size_t i = 0; i < COUNT(written); i++) {
		const struct reading *r = &written[i];
		char text[32];

		unit_format(r->unit, r->value, text);
		tap_ok(!strcmp(text, r->text), "%lld is written '%s', not '%s'",
			(long long)r->value, r->text, text);
	}
}

static bool reads_back(enum unit unit, int64_t value)
{
	char text[32];
	int64_t back = -1;

	unit_format(unit, value, text);
	return !unit_parse(unit, text, &back) && back == value;
}

/* Around all powers of two and of ten up to 2^53. */
static void check_round_trip(void)
{
	static const int bases[] = {2, 10};
	bool all = true;

	for (size_t b = 0; b < COUNT(bases); b++)
		for (int64_t v = 1; v <= INT64_C(1) << 52; v *= bases[b])
			for (int64_t d = -1; d <= 1; d++)
				all = all && reads_back(UNIT_SIZE, v + d) &&
				      reads_back(UNIT_DURATION, v + d) &&
				      reads_back(UNIT_COUNT, v + d);
	tap_ok(all, "what is written reads back as the same");
}

static void check_fields(void)
{
	struct limits limits = {0};
	enum unit unit = UNIT_SIZE;

	tap_ok(limits_field(&limits, "timeout", &unit) == &limits.timeout_ms &&
			unit == UNIT_DURATION,
		"the key 'timeout' is the field timeout_ms");
	tap_ok(limits_field(&limits, "blocks", &unit) == &limits.blocks &&
			unit == UNIT_COUNT,
		"the key 'blocks' is the field blocks");
	tap_ok(!limits_field(&limits, "timeout_ms", &unit),
		"a field's name is no key");
	tap_ok(!limits_field(&limits, "", &unit), "an empty key has no field");
}

int main(void)
{
	check_taken();
	check_refused();
	check_written();
	check_round_trip();
	check_fields();
	return tap_done();
}
