/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* A folder of the test's own, which others may walk through. */
#ifndef TESTS_UNIT_FOLDER_H
#define TESTS_UNIT_FOLDER_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static char test_folder[] = "/tmp/unit_test.XXXXXX";

static void folder_make(void)
{
	if (!mkdtemp(test_folder) || chmod(test_folder, 0711))
		exit(1);
}

/* TEST_FOLDER/NAME; good until the fourth call after. */
static const char *in_folder(const char *name)
{
	static char paths[4][128];
	static unsigned at;
	char *path = paths[at++ % 4];

	(void)snprintf(path, sizeof(paths[0]), "%s/%s", test_folder, name);
	return path;
}

/* Remove it and all that is in it. Did it go? */
static bool folder_remove(void)
{
	char command[64];

	(void)snprintf(command, sizeof(command), "rm -rf %s", test_folder);
	return !system(command); /* NOLINT(cert-env33-c): a name of ours */
}

#endif
