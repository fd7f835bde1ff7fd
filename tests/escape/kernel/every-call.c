/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: every call that there is, with arguments that make no sense
 * layer: seccomp
 * inside counted: EPERM 56 101 103 116 134 136 139 153-156 159 161 163-185
 *   212 227 236 240-246 248-252 256 272 274 278-279 298 300-301 303-306 308
 *   310-313 317 320-321 323 438 440 443 447-448 450; ENOSYS 202 205-211
 *   214-216 333 33[57]-423 425-433 435 442 449 451-470; SIGSYS; waits 34
 * inside uncounted: EPERM 9 56 101 103 116 134 136 139 153-156 159 161
 *   163-185 212 227 236 240-246 248-252 256 272 274 278-279 298 300-301
 *   303-306 308 310-313 317 320-321 323 438 440 443 447-448 450; ENOSYS 29-31
 *   40 64-71 202 205-211 214-216 220 275-276 319 333 33[57]-423 425-433 435
 *   442 444-446 449 451-470; SIGSYS; waits 34
 * without seccomp: EPERM 103 *
 */

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "tests/escape/attempt.h"

#define CALLS 471

/* Does PID sleep? */
static bool asleep(pid_t pid)
{
	char path[32];
	char text[64] = "";
	const char *state;
	int fd;

	(void)snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	(void)!read(fd, text, sizeof(text) - 1);
	(void)close(fd);
	state = strrchr(text, ')');
	return state && state[2] == 'S';
}

/* What call NUMBER gives in a child: errno, 0, or a negative signal. */
static int outcome(long number)
{
	int status = 0;
	struct pollfd ended = {.events = POLLIN};
	pid_t pid = fork();

	if (pid == 0) {
		long result = syscall(number, -1L, -1L, -1L, -1L, -1L, -1L);

		_exit(result < 0 ? errno : 0);
	}
	ended.fd = (int)syscall(SYS_pidfd_open, pid, 0);
	for (int sleeps = 0; sleeps < 3 && poll(&ended, 1, 20) == 0;)
		sleeps = asleep(pid) ? sleeps + 1 : 0;
	(void)close(ended.fd);
	(void)kill(pid, SIGKILL);
	(void)waitpid(pid, &status, 0);
	return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

/* The numbers whose outcome is WANTED, as ranges. */
static void list(const char *title, const int *outcomes, int wanted)
{
	(void)printf("%s", title);
	for (int from = 0; from < CALLS; from++) {
		int to = from;

		if (outcomes[from] != wanted)
			continue;
		while (to + 1 < CALLS && outcomes[to + 1] == wanted)
			to++;
		(void)printf(to > from ? " %d-%d" : " %d", from, to);
		from = to;
	}
	(void)puts("");
}

int main(void)
{
	static int outcomes[CALLS];

	for (int number = 0; number < CALLS; number++)
		outcomes[number] = outcome(number);
	list("EPERM", outcomes, EPERM);
	list("ENOSYS", outcomes, ENOSYS);
	list("SIGSYS", outcomes, -SIGSYS);
	list("waits", outcomes, -SIGKILL);
	return 0;
}
