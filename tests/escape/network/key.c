/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to reach the keys of IPsec
 * layer: seccomp
 * was: CVE-2026-43284 (Dirty Frag)
 * inside: EAFNOSUPPORT
 * without seccomp: EPERM | EAFNOSUPPORT
 * no control: this kernel may not have it, and then it is refused alike
 */

#include <sys/socket.h>

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(socket(AF_KEY, SOCK_RAW, 2));
}
