/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to learn how busy the host is, by sysinfo
 * layer: none; it would take a filter that runtimes bear
 * inside: host
 * outside: host
 * wanted: ENOSYS where runtimes bear it; today the host's memory, load, uptime
 *   and
 *   number of processes show
 */

#include <sys/sysinfo.h>

#include "tests/escape/attempt.h"

int main(void)
{
	struct sysinfo info;

	if (sysinfo(&info))
		return answer(-1);
	(void)puts(info.procs > 20 && info.totalram ? "host" : "own");
	return 0;
}
