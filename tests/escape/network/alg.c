/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to reach the kernel's crypto, by which pages of files were written
 * layer: seccomp
 * was: CVE-2026-31431 (Copy Fail)
 * inside: EAFNOSUPPORT
 * without seccomp: ok | EAFNOSUPPORT
 * no control: this kernel may not have it, and then it is refused alike
 */

#include <sys/socket.h>

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(socket(AF_ALG, SOCK_SEQPACKET, 0));
}
