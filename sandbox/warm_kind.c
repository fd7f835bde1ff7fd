/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Kinds of boxes: the description of all that is not handed over anew with each
 * of them, compared byte for byte.
 *
 * Behind it stand the files that its paths lead to. A warm program goes on
 * showing those that there were when it was started: where one has taken the
 * place of another since, as an editor does and an update of the interpreter,
 * boxes are of another kind.
 */

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "sandbox/sandbox.h"
#include "sandbox/warm.h"

struct sb_kind {
	char *text; /* owned */
	size_t len;
};

/* What tells one file from another. */
struct identity {
	uint64_t dev; /* all zero: there is none */
	uint64_t ino;
};

static struct identity identity(const char *path)
{
	struct stat st;

	if (!path || stat(path, &st))
		return (struct identity){0};
	return (struct identity){st.st_dev, st.st_ino};
}

/* TEXT, which is freed, of *LEN bytes, with the files of SPEC behind it. */
static char *with_files(char *text, size_t *len, const struct sb_spec *spec)
{
	size_t count = spec->bind_count + 1;
	char *all = realloc(text, *len + count * sizeof(struct identity));

	if (!all) {
		free(text);
		return NULL;
	}
	for (size_t i = 0; i < count; i++) {
		struct identity file =
			identity(i ? spec->bind[i - 1].path : spec->exe);

		memcpy(all + *len, &file, sizeof(file));
		*len += sizeof(file);
	}
	return all;
}

static char *common(const struct sb_spec *spec, size_t *len)
{
	char *text;
	struct sb_spec same = *spec;
	struct sb_file script = {"", "", 0};

	if (spec->file_count)
		script.path = spec->file[0].path;
	same.limits = (struct sb_limits){0};
	same.file = &script;
	same.file_count = 1;
	same.collect_count = 0;
	same.collect_bytes = 0;
	text = warm_text(&same, 0, SB_MEMORY_NONE, len);
	return text ? with_files(text, len, spec) : NULL;
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

bool sb_kind_same(const struct sb_kind *a, const struct sb_kind *b)
{
	return a->len == b->len && !memcmp(a->text, b->text, a->len);
}

void sb_kind_free(struct sb_kind *kind)
{
	if (kind)
		free(kind->text);
	free(kind);
}
