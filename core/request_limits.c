/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The request member `codeexec.limits`: keys and units as in the policy. */

#include <stdio.h>
#include <string.h>

#include "core/error.h"
#include "core/limits.h"
#include "core/request.h"
#include "core/request_parts.h"
#include "core/request_value.h"

/* The largest integer that every JSON reader takes exactly. */
#define VALUE_MAX (INT64_C(1) << 53)

/* The size of a body is known before its text is read. */
#define OPERATOR_KEY "request"

static int unknown_refuse(const struct member *m, struct error *e)
{
#define LIMITS_NAME(field, key, unit) key,
	static const char *const keys[] = {LIMITS_TABLE(LIMITS_NAME)};
#undef LIMITS_NAME
	char known[256] = "";

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		size_t used = strlen(known);

		if (strcmp(keys[i], OPERATOR_KEY) != 0)
			(void)snprintf(known + used, sizeof(known) - used,
				"%s%s", used ? ", " : "", keys[i]);
	}
	return fail_at(e, ERR_INVALID_VALUE, m->path,
		"'%s' is unknown: limits are %s", m->path, known);
}

/* M, in UNIT, as a number. A bare number for a duration is refused: nobody
 * could tell whether seconds or milliseconds were meant. */
static int quantity_read(const struct member *m, enum unit unit,
	int64_t *number, struct error *e)
{
	enum json_kind kind = json_span_kind(&m->value);
	autofree char *text = NULL;

	if (kind == JSON_INTEGER && unit != UNIT_DURATION) {
		*number = json_span_integer(&m->value);
	} else if (kind == JSON_STRING) {
		text = value_string(m, e);
		if (!text)
			return -1;
		if (unit_parse(unit, text, number))
			return fail_at(e, ERR_INVALID_VALUE, m->path,
				"'%s' must be %s", m->path, unit_wanted(unit));
	} else {
		return value_refuse(m, unit_wanted(unit), e);
	}
	if (*number < 1 || *number > VALUE_MAX)
		return fail_at(e, ERR_INVALID_VALUE, m->path,
			"'%s' must be more than 0 and at most 2^53", m->path);
	return 0;
}

static int limit_read(struct limits *limits, const char *name,
	const struct json_span *value, struct error *e)
{
	struct member m = {.value = *value};
	char shown[NAME_SHOWN];
	enum unit unit = UNIT_COUNT;
	int64_t *field = limits_field(limits, name, &unit);

	(void)snprintf(m.path, sizeof(m.path), "codeexec.limits.%s",
		name_shown(name, shown));
	if (!field)
		return unknown_refuse(&m, e);
	if (!strcmp(name, OPERATOR_KEY))
		return fail_at(e, ERR_INVALID_VALUE, m.path,
			"'%s' is for the operator to set, not for a request",
			m.path);
	*field = 0;
	if (json_span_kind(value) == JSON_NULL)
		return 0;
	return quantity_read(&m, unit, field, e);
}

int request_limits(struct reading *r, const struct member *m, struct error *e)
{
	struct json_span rest = m->value;
	struct json_span name;
	struct json_span value;
	autobuf struct buf text = {0};

	if (json_span_kind(&m->value) != JSON_OBJECT)
		return value_refuse(m, "an object", e);
	while (json_span_next(&rest, &name, &value))
		if (name_read(&name, &text, e) ||
			limit_read(&r->out->limits, text.data, &value, e))
			return -1;
	return 0;
}
