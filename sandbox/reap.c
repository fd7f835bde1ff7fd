/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Init ends everything that is below it, and reaps it, so that its time is
 * accounted for.
 */

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox/file.h"
#include "sandbox/layer.h"

/* The parent of process NAME of /proc; 0 = it is gone. */
static pid_t parent_of(const char *name)
{
	char path[300];
	char text[512];
	const char *at;

	(void)snprintf(path, sizeof(path), "/proc/%s/stat", name);
	if (file_text(path, text, sizeof(text)))
		return 0;
	at = strrchr(text, ')');
	return at && strlen(at) > 4 ? (pid_t)strtol(at + 4, NULL, 10) : 0;
}

/*
 * With the sandbox off there is no namespace to end: kill our children one by
 * one; theirs become ours (PR_SET_CHILD_SUBREAPER) and are met next time.
 */
static void kill_children(void)
{
	DIR *dir = opendir("/proc");
	const struct dirent *entry;

	while (dir && (entry = readdir(dir)))
		if (isdigit((unsigned char)entry->d_name[0]) &&
			parent_of(entry->d_name) == getpid())
			(void)kill((pid_t)strtol(entry->d_name, NULL, 10),
				SIGKILL);
	if (dir)
		(void)closedir(dir); /* only read */
}

void sb_end_all(const struct sb *box, pid_t payload, int *status)
{
	bool namespace = sb_has(box, ROW_PID);
	int got;
	pid_t pid;

	if (namespace)
		(void)kill(-1, SIGKILL); /* ESRCH: nothing is left */
	for (;;) {
		if (!namespace)
			kill_children();
		pid = waitpid(-1, &got, 0);
		if (pid < 0 && errno != EINTR)
			return;
		if (pid == payload)
			*status = got;
	}
}
