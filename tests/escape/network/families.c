/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to open a socket of every family there is
 * layer: seccomp
 * was: CVE-2026-31431 (AF_ALG), CVE-2026-43500 (AF_RXRPC) and many before
 * inside: 1 2 10; others EAFNOSUPPORT
 * without seccomp: 1 2 10 16*
 */

#include <stdbool.h>
#include <sys/socket.h>

#include "tests/escape/attempt.h"

int main(void)
{
	bool same = true;

	for (int family = 0; family < 64; family++) {
		if (socket(family, SOCK_DGRAM, 0) >= 0)
			(void)printf("%s%d", family == 1 ? "" : " ", family);
		else
			same &= errno == EAFNOSUPPORT;
	}
	(void)printf("\nothers %s\n", same ? "EAFNOSUPPORT" : "vary");
	return 0;
}
