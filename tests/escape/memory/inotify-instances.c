/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to use up the inotify instances that all processes of an id may have
 * layer: none; a sysctl of the run's own user namespace could
 * alone: no other run of this id could watch anything
 * inside: EMFILE | ok
 * no control: it goes through
 * wanted: EMFILE after a few, for this run alone, by
 *   user.max_inotify_instances of
 *   the run's own user namespace; today all runs of one id share
 *   128, and the caller's own programs with them
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
