/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * What `check` says is what was seen: a box of the row that is tried and those
 * that it stands on is opened without a program, and its payload looks at
 * itself. A call that succeeded and did nothing shows here.
 *
 * Must not: be on the way of a run.
 */

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sandbox/file.h"
#include "sandbox/layer.h"

void sb_look(const struct sb *box)
{
	struct sb_seen seen = {0};
	int fd = sb_has(box, ROW_FDS) ? STDOUT_FILENO : box->spec->stdout_fd;

	/* A row stands on earlier ones only. */
	for (size_t row = sb_order_count; row-- > 0;) {
		if (!sb_has(box, (enum sb_row_index)row))
			continue;
		if (sb_order[row].layer->look)
			sb_order[row].layer->look(box, &seen);
		break;
	}
	/* When this fails nothing was seen, and that is said. */
	(void)file_write(fd, &seen, sizeof(seen));
}

uint64_t sb_namespace_inode(const char *name)
{
	char path[32] = "/proc/self/ns/";
	struct stat st = {0};

	(void)strncat(path, name, sizeof(path) - strlen(path) - 1);
	return stat(path, &st) ? 0 : st.st_ino;
}

bool sb_namespace_detail(
	const struct sb_seen *seen, const char *name, char *text, size_t size)
{
	uint64_t own = sb_namespace_inode(name);
	bool new = seen->inode && seen->inode != own;

	(void)snprintf(text, size, "%s, %s:[%llu]",
		new ? "own namespace" : "codeexec's own namespace", name,
		(unsigned long long)seen->inode);
	return new;
}
