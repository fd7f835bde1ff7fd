/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to use up the inotify instances that all processes of an id may have
 * layer: none; a sysctl of the run's own user namespace could
 * alone: no other run of this id could watch anything
 * inside: EMFILE | ok
 * no control: it goes through
 * wanted: EMFILE after a few, for this run alone; by
 *   user.max_inotify_instances of its user namespace, which can be written
 *   neither in a container, where /proc/sys is read-only, nor by runs of a
 *   warm program, whose /proc has pids alone: it would hold for some
 */

#include <sys/inotify.h>

#include "tests/escape/attempt.h"

int main(void)
{
	long result = 0;

	for (int i = 0; i < 200 && result >= 0; i++)
		result = inotify_init1(IN_CLOEXEC);
	return answer(result);
}
