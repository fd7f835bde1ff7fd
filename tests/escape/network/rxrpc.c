/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to reach RxRPC
 * layer: seccomp
 * was: CVE-2026-43500
 * inside: EAFNOSUPPORT
 * without seccomp: ok | EAFNOSUPPORT
 * no control: this kernel may not have it, and then it is refused alike
 */

#include <sys/socket.h>

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(socket(33, SOCK_DGRAM, 0));
}
