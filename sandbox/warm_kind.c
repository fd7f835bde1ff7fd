/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Kinds of boxes: the description of all that is not handed over anew with each
 * of them, compared byte for byte. */

#include <stdlib.h>
#include <string.h>

#include "sandbox/sandbox.h"
#include "sandbox/warm.h"

struct sb_kind {
	char *text; /* owned */
	size_t len;
};

static char *common(const struct sb_spec *spec, size_t *len)
{
	struct sb_spec same = *spec;
	struct sb_file script = {"", "", 0};

	if (spec->file_count)
		script.path = spec->file[0].path;
	same.limits = (struct sb_limits){0};
	same.file = &script;
	same.file_count = 1;
	same.collect_count = 0;
	same.collect_bytes = 0;
	return warm_text(&same, 0, SB_MEMORY_NONE, len);
}

struct sb_kind *sb_kind(const struct sb_spec *spec)
{
	struct sb_kind *kind = calloc(1, sizeof(*kind));

	if (kind)
		kind->text = common(spec, &kind->len);
	if (!kind || !kind->text) {
		free(kind);
		return NULL;
	}
	return kind;
}

bool sb_kind_is(const struct sb_kind *kind, const struct sb_spec *spec)
{
	size_t len = 0;
	char *text = common(spec, &len);
	bool same = text && len == kind->len && !memcmp(text, kind->text, len);

	free(text);
	return same;
}

void sb_kind_free(struct sb_kind *kind)
{
	if (kind)
		free(kind->text);
	free(kind);
}
