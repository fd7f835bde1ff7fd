/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to reach the hypervisor, by a VM socket
 * layer: seccomp
 * inside: EAFNOSUPPORT
 * without seccomp: ok | EAFNOSUPPORT
 * no control: this kernel may not have it, and then it is refused alike
 */

#include <sys/socket.h>

#include "tests/escape/attempt.h"

int main(void)
{
	return answer(socket(AF_VSOCK, SOCK_STREAM, 0));
}
