/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The registry that is built in is what interpreters.json says, to the last
 * member. */

#include <fcntl.h>
#include <string.h>

#include "core/error.h"
#include "core/registry.h"
#include "core/registry_read.h"
#include "tests/unit/tap.h"

static bool same_text(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static bool same_list(const struct strings *a, const struct strings *b)
{
	if (a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; i++)
		if (!same_text(a->item[i], b->item[i]))
			return false;
	return !a->count || !b->item[b->count];
}

static bool same(const struct program *a, const struct program *b)
{
	return same_text(a->name, b->name) &&
	       same_list(&a->aliases, &b->aliases) &&
	       same_text(a->extension, b->extension) &&
	       same_list(&a->interpreters, &b->interpreters) &&
	       same_list(&a->argv, &b->argv) &&
	       same_list(&a->version, &b->version) &&
	       same_list(&a->environment, &b->environment) &&
	       same_list(&a->read_only, &b->read_only) &&
	       same_list(&a->support, &b->support) &&
	       a->address_space == b->address_space &&
	       a->strip_cr == b->strip_cr &&
	       same_text(a->open_tag, b->open_tag);
}

int main(void)
{
	struct registry file = {0};
	struct registry built_in;
	struct error e = {0};
	autobuf struct buf text = {0};
	autofd int fd = open("interpreters.json", O_RDONLY | O_CLOEXEC);

	tap_ok(fd >= 0 && !buf_read(&text, fd, 1 << 20) &&
			!registry_parse("interpreters.json", &text, &file, &e),
		"read %s", e.message);
	tap_ok(!registry_load(NULL, &built_in, &e) &&
			built_in.count == file.count && file.count > 0,
		"as many programs are built in");
	for (size_t i = 0; i < file.count && i < built_in.count; i++)
		tap_ok(same(&file.item[i], &built_in.item[i]),
			"%s is built in as it is written", file.item[i].name);
	registry_free(&built_in);
	registry_free(&file);
	return tap_done();
}
