/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to learn how busy the host is, by sysinfo
 * layer: none; it would take a filter that runtimes bear
 * inside: host
 * outside: host
 * wanted: none; but glibc takes what is on its stack for the answer when
 *   the call fails (get_phys_pages, which qsort asks): 5e18 pages of
 *   memory were seen
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
