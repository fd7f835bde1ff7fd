/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Parts of a test that need a process, or a user, of their own. */
#ifndef TESTS_UNIT_CHILD_H
#define TESTS_UNIT_CHILD_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/* Who is neither root nor anyone with files. */
#define CHILD_USER 424242

/* Does WORK say true in a child of ours; as user USER, 0 = as we are? */
static bool child_says(bool (*work)(void), uid_t user)
{
	int status = -1;
	pid_t pid;

	(void)fflush(stdout);
	pid = fork();
	if (pid == 0) {
		if (user && (setresgid(user, user, user) ||
				    setresuid(user, user, user)))
			_exit(2);
		_exit(work() ? 0 : 1);
	}
	return pid > 0 && waitpid(pid, &status, 0) == pid && status == 0;
}

#endif
