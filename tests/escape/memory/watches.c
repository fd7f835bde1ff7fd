/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to use up the inotify watches that all processes of an id may have,
 *   by
 *   4000 files in each of 5 instances
 * layer: none; a sysctl of the run's own user namespace could
 * inside: ok | ENOSPC
 * no control: it goes through
 * wanted: ENOSPC after some thousands, for this run alone; by
 *   user.max_inotify_watches of its user namespace, with which it is as
 *   with the instances
 */

#include <sys/inotify.h>

#include "tests/escape/attempt.h"

#define FILES 4000
#define INSTANCES 5

static long watched(int instance)
{
	long result = instance;

	for (int i = 0; i < FILES && result >= 0; i++) {
		char name[16];

		(void)snprintf(name, sizeof(name), "%d", i);
		result = inotify_add_watch(
			instance, name, IN_OPEN | IN_DONT_FOLLOW);
	}
	return result;
}

int main(void)
{
	long result = 0;

	for (int i = 0; i < FILES; i++) {
		char name[16];

		(void)snprintf(name, sizeof(name), "%d", i);
		if (symlink("x", name))
			return answer(-1);
	}
	for (int i = 0; i < INSTANCES && result >= 0; i++)
		result = watched(inotify_init1(IN_CLOEXEC));
	return answer(result);
}
