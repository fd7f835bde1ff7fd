/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to send every signal to pid 1, which is init
 * layer: landlock; the kernel spares pid 1 its own namespace's signals
 * inside scoped: EPERM 64
 * inside unscoped: ok 64
 * without landlock: ok 64
 * no control unscoped: the kernel itself spares pid 1
 */

#include <signal.h>

#include "tests/escape/attempt.h"

int main(void)
{
	const char *first = NULL;
	int same = 0;

	for (int signal = 1; signal <= 64; signal++) {
		const char *said = named(kill(1, signal));

		if (!first)
			first = said;
		same += first == said;
	}
	(void)printf("%s %d\n", first, same);
	return 0;
}
