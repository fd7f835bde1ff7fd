/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to wake another run, or a process of the host, by a futex in a page
 *   of the
 *   system's files that both have mapped
 * parties: two
 * layer: none: who may read a file may wait on its pages
 * inside: woken 1
 * outside: woken 1
 * wanted: woken 0; seccomp sees an address and not what is mapped there,
 *   and every thread waits by futex
 */

#include <fcntl.h>
#include <linux/futex.h>
#include <stdint.h>
#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(int argc, char **argv)
{
	int fd = open("/usr/bin/env", O_RDONLY | O_CLOEXEC);
	uint32_t *page = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
	long woken = 0;

	(void)argc;
	if (page == MAP_FAILED)
		return answer(-1);
	if (!strcmp(argv[ROLE], "first")) {
		(void)puts("ready");
		(void)fflush(stdout);
		return (int)syscall(
			SYS_futex, page, FUTEX_WAIT, *page, NULL, NULL, 0);
	}
	for (int i = 0; i < 300 && !woken; i++) {
		(void)usleep(10000);
		woken = syscall(SYS_futex, page, FUTEX_WAKE, 1, NULL, NULL, 0);
	}
	return printf("woken %ld\n", woken) < 0;
}
