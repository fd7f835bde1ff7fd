/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Bodies are rendered already; the record is put around them. */

#include <stdio.h>
#include <string.h>

#include "core/batch_record.h"
#include "core/error.h"
#include "core/random_id.h"
#include "core/render_json.h"

#define ID_BYTES 64

/* Append TEXT as a JSON string, or null. */
static int append_string(const char *text, struct buf *out)
{
	struct json_build b = {0};

	put_string(&b, NULL, NULL, text);
	return build_finish(&b, false, out);
}

static int append_head(const char *custom_id, struct buf *out)
{
	char id[ID_BYTES];

	(void)random_id("batch_req_", id, sizeof(id)); /* it only names */
	if (buf_printf(out, "{\"id\":\"%s\",\"custom_id\":", id) ||
		append_string(custom_id, out))
		return -1;
	return 0;
}

int batch_record_answer(const struct batch_record *record, struct buf *out)
{
	static const char *const words[] = {
		[BATCH_NO_VERDICT] = NULL,
		[BATCH_PASSED] = "passed",
		[BATCH_FAILED] = "failed",
	};
	size_t len = record->body->len;
	char id[ID_BYTES];

	(void)random_id("req_", id, sizeof(id)); /* likewise */
	while (len && record->body->data[len - 1] == '\n')
		len--;
	if (append_head(record->custom_id, out) ||
		buf_printf(out,
			",\"response\":{\"status_code\":%d,\"request_id\":"
			"\"%s\",\"body\":",
			record->status, id) ||
		buf_append(out, record->body->data, len) ||
		buf_printf(out, "},\"error\":null"))
		return -1;
	if (record->judged &&
		(buf_printf(out, ",\"verdict\":") ||
			append_string(words[record->verdict], out)))
		return -1;
	return buf_printf(out, "}\n");
}

int batch_record_error(
	const char *custom_id, const struct error *e, struct buf *out)
{
	if (append_head(custom_id, out) ||
		buf_printf(out, ",\"response\":null,\"error\":{\"code\":") ||
		append_string(error_code(e->kind), out) ||
		buf_printf(out, ",\"message\":") ||
		append_string(e->message, out))
		return -1;
	return buf_printf(out, "}}\n");
}
