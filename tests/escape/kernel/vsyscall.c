/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: calls at the fixed address of vsyscall, where older filters did not
 *   look
 * layer: none is needed: time and nothing else is there
 * inside: time | SIGSEGV
 * outside: time | SIGSEGV
 * no control: nothing forbids it
 */

#include <stdint.h>
#include <time.h>

#include "tests/escape/attempt.h"

int main(void)
{
	time_t (*vsyscall)(time_t *) = NULL;
	uintptr_t address = 0xffffffffff600400;

	memcpy(&vsyscall, &address, sizeof(address));
	(void)puts(vsyscall(NULL) > 0 ? "time" : "refused");
	return 0;
}
