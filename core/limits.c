/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Reading and writing durations, sizes and counts, exactly, in integers. */

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "core/limits.h"

/* The largest integer that JSON readers keep exactly. */
#define VALUE_MAX (INT64_C(1) << 53)

/* More digits behind the point than any unit needs would overflow. */
#define FRACTION_MAX INT64_C(1000000000)

struct suffix {
	enum unit unit;
	const char *text;
	int64_t scale;
};

/* Of two forms of the same length unit_format() takes the earlier row. */
static const struct suffix suffixes[] = {
	{UNIT_DURATION, "s", 1000},
	{UNIT_DURATION, "m", INT64_C(60) * 1000},
	{UNIT_DURATION, "h", INT64_C(3600) * 1000},
	{UNIT_DURATION, "ms", 1},
	{UNIT_SIZE, "TiB", INT64_C(1) << 40},
	{UNIT_SIZE, "GiB", INT64_C(1) << 30},
	{UNIT_SIZE, "MiB", INT64_C(1) << 20},
	{UNIT_SIZE, "KiB", INT64_C(1) << 10},
	{UNIT_SIZE, "TB", INT64_C(1000000000000)},
	{UNIT_SIZE, "GB", 1000000000},
	{UNIT_SIZE, "MB", 1000000},
	{UNIT_SIZE, "kB", 1000},
	{UNIT_SIZE, "KB", 1000},
	{UNIT_SIZE, "", 1},
	{UNIT_SIZE, "B", 1},
	{UNIT_COUNT, "", 1},
};

#define SUFFIXES (sizeof(suffixes) / sizeof(suffixes[0]))

/* A decimal number: WHOLE + PART / OF, where OF is a power of ten. */
struct decimal {
	int64_t whole;
	int64_t part;
	int64_t of;
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Read the number at TEXT; what follows it, or NULL when there is none. */
static const char *decimal_parse(const char *text, struct decimal *number)
{
	const char *at = text;

	*number = (struct decimal){.of = 1};
	for (; is_digit(*at); at++) {
		number->whole = number->whole * 10 + (*at - '0');
		if (number->whole > VALUE_MAX)
			return NULL;
	}
	if (at == text)
		return NULL;
	if (*at != '.')
		return at;
	for (at++; is_digit(*at) && number->of < FRACTION_MAX; at++) {
		number->part = number->part * 10 + (*at - '0');
		number->of *= 10;
	}
	return at[-1] == '.' || is_digit(*at) ? NULL : at;
}

static int64_t common_divisor(int64_t a, int64_t b)
{
	while (b != 0) {
		int64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/* NUMBER times SCALE into *VALUE; -1 when that is no integer or too large. */
static int decimal_scale(
	const struct decimal *number, int64_t scale, int64_t *value)
{
	int64_t common = common_divisor(scale, number->of);
	int64_t of = number->of / common;

	/* A divisor of `of` leaves 1 at least.
	 * NOLINTNEXTLINE(clang-analyzer-core.DivideZero) */
	if (number->whole > VALUE_MAX / scale || number->part % of != 0)
		return -1;
	*value = number->whole * scale + number->part / of * (scale / common);
	return *value > VALUE_MAX ? -1 : 0;
}

int unit_parse(enum unit unit, const char *text, int64_t *value)
{
	struct decimal number;
	const char *rest = decimal_parse(text, &number);

	if (rest == NULL)
		return -1;
	for (size_t i = 0; i < SUFFIXES; i++) {
		const struct suffix *suffix = &suffixes[i];

		if (suffix->unit == unit && strcmp(suffix->text, rest) == 0)
			return decimal_scale(&number, suffix->scale, value);
	}
	return -1;
}

void unit_format(enum unit unit, int64_t value, char out[32])
{
	out[0] = '\0';
	for (size_t i = 0; i < SUFFIXES; i++) {
		const struct suffix *suffix = &suffixes[i];
		char form[32];

		if (suffix->unit != unit || value % suffix->scale != 0)
			continue;
		(void)snprintf(form, sizeof(form), "%lld%s",
			(long long)(value / suffix->scale), suffix->text);
		if (out[0] == '\0' || strlen(form) < strlen(out))
			memcpy(out, form, sizeof(form));
	}
}

const char *unit_wanted(enum unit unit)
{
	switch (unit) {
	case UNIT_DURATION:
		return "a duration such as 500ms, 10s or 2m";
	case UNIT_SIZE:
		return "a size such as 64KiB, 512MiB or 1GiB";
	case UNIT_COUNT:
		break;
	}
	return "a whole number such as 64";
}

struct field {
	const char *key;
	size_t offset;
	enum unit unit;
};

static const struct field fields[] = {
#define LIMITS_ROW(field, key, unit)                                           \
	{key, offsetof(struct limits, field), unit},
	LIMITS_TABLE(LIMITS_ROW)
#undef LIMITS_ROW
};

int64_t *limits_field(struct limits *limits, const char *name, enum unit *unit)
{
	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
		if (strcmp(fields[i].key, name) != 0)
			continue;
		*unit = fields[i].unit;
		return (int64_t *)(void *)((char *)limits + fields[i].offset);
	}
	return NULL;
}
